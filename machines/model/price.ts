import type { MethodCode, PriceData, UnavailableReason } from '../../contract/price.ts';
import type { DeepReadonly } from './deep-readonly.ts';

export type { MethodCode, UnavailableReason } from '../../contract/price.ts';

/**
 * The products, prices and payment methods of a country (R46). Amounts are integers in the smallest
 * unit of the currency.
 */
export type PriceList = DeepReadonly<PriceData>;

export type Product = PriceList['products'][number];

/** Says whether something can be paid in a country and currency, only in another one, or nowhere. */
export type Sale = 'open' | 'elsewhere' | 'closed';

export function saleOf({ products, countries, currencies }: PriceList): Sale {
  const reasons = products.flatMap(({ methods }) => methods.map(({ once }) => once));
  if (reasons.includes(null)) return 'open';
  const isOnlyPlace = countries.length < 2 && currencies.length < 2;
  return isOnlyPlace || reasons.every((reason) => reason === 'provider') ? 'closed' : 'elsewhere';
}

/**
 * Returns why the payment method cannot be used for this purchase, or null if it can be used. A
 * method that the price list does not contain is not offered.
 */
export const unavailability = (
  product: Product,
  method: MethodCode,
  autoRenew: boolean,
): UnavailableReason | null => {
  const known = product.methods.find(({ code }) => code === method);
  if (!known) return 'provider';
  return autoRenew ? known.renewing : known.once;
};
