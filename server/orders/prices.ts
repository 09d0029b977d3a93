import type { MethodCode, PriceData, UnavailableReason } from '../../contract/price.ts';
import { addDurations } from '../../machines/model/calendar.ts';
import type { Currency } from '../../machines/model/money.ts';
import { type Capability, methodOf, methods, takesCurrency } from '../platform/config/methods.ts';
import {
  type ListedProduct,
  type PriceList,
  priceOf,
  taxIn,
} from '../platform/config/price-list.ts';
import { AppError } from '../platform/errors.ts';
import type { PaymentProvider } from '../providers/provider.port.ts';

export type Market = { country: string; currency: Currency };

export type Purchase = Market & { amount: number; autoRenew: boolean };

/** A purchase as stored in an order. */
export type Offer = Purchase & {
  product: ListedProduct;
  tax: number;
  taxBasisPoints: number;
  taxName: string;
};

export type Prices = {
  /**
   * returns prices for a visitor; a country or currency without sales is replaced by another
   * country or currency
   */
  data(request: { country?: string | undefined; currency?: Currency | undefined }): PriceData;
  /**
   * Returns the offer for a product.
   * @throws AppError unknown_product
   */
  offer(request: Market & { productCode: string; autoRenew: boolean }): Offer;
  /**
   * Returns the provider that handles this purchase by this method. @throws AppError
   * method_unavailable
   */
  providerFor(method: MethodCode, purchase: Purchase): PaymentProvider;
  capability(method: MethodCode): Capability | null;
  /** @param country two letters, ISO 3166 */
  isSoldIn(country: string): boolean;
};

/** Returns the reason why the purchase cannot be paid by this method, or null if it can. */
function refusal(
  capability: Capability | null,
  { country, currency, amount, autoRenew }: Purchase,
): UnavailableReason | null {
  if (!capability) return 'provider';
  if (capability.countries && !capability.countries.includes(country)) return 'country';
  if (!takesCurrency(capability, currency)) return 'currency';
  if (autoRenew && !capability.recurring) return 'recurring';
  const { min, max } = capability.limits(currency);
  if (amount < min) return 'tooSmall';
  return amount > max ? 'tooLarge' : null;
}

export function createPrices({
  list,
  providers,
  now,
}: {
  list: PriceList;
  providers: readonly PaymentProvider[];
  now: () => Date;
}): Prices {
  /**
   * Returns the first configured provider with the method. The operator sets the order of
   * providers.
   */
  const providerOf = (method: MethodCode) =>
    providers.find((provider) => provider.capability(method) !== null);
  const capability = (method: MethodCode) => providerOf(method)?.capability(method) ?? null;

  const isSoldIn = (country: string) => Object.hasOwn(list.countries, country);

  function countryOf(wanted: string | undefined) {
    const code = wanted && isSoldIn(wanted) ? wanted : list.defaultCountry;
    const known = list.countries[code];
    if (!known) throw new Error(`Unknown country ${code}.`);
    return { ...known, code, choice: [known.currency, ...known.also] };
  }

  function productOf(product: ListedProduct, market: Market, basisPoints: number) {
    const { code, kind, credits, duration, durationUnit } = product;
    const amount = priceOf(product, market.currency);
    const photos = Math.floor(credits / list.photoCredits);
    const isPlan = kind === 'plan';
    const can = (method: MethodCode, autoRenew: boolean) =>
      refusal(capability(method), { ...market, amount, autoRenew });
    return {
      code,
      kind,
      credits,
      duration,
      durationUnit,
      amount,
      photos,
      tax: taxIn(amount, basisPoints),
      perPhoto: photos > 0 ? Math.ceil(amount / photos) : amount,
      renewal: isPlan ? { amount, at: addDurations(now(), product).toISOString() } : null,
      methods: methods.map((method) => ({
        code: method.code,
        once: can(method.code, false),
        renewing: isPlan ? can(method.code, true) : ('recurring' as const),
      })),
    };
  }

  function presentMethod(code: MethodCode, currency: Currency): PriceData['methods'][number] {
    const { name, icon } = methodOf(code);
    const can = capability(code);
    const limits = can && takesCurrency(can, currency) ? can.limits(currency) : { min: 0, max: 0 };
    return {
      code,
      name,
      icon,
      ...limits,
      countries: can?.countries ? [...can.countries] : null,
      currencies: can?.currencies ? [...can.currencies] : null,
      recurring: can?.recurring ?? false,
      timeLimitMs: can?.timeLimitMs ?? 0,
      refundDays: can?.refundDays ?? 0,
    };
  }

  return {
    capability,
    isSoldIn,
    data(request) {
      const country = countryOf(request.country);
      const { choice } = country;
      const currency =
        request.currency && choice.includes(request.currency) ? request.currency : country.currency;
      const market = { country: country.code, currency };
      return {
        ...market,
        currencies: choice,
        countries: Object.keys(list.countries),
        tax: country.tax,
        photoCredits: list.photoCredits,
        products: list.products.map((one) => productOf(one, market, country.tax.basisPoints)),
        methods: methods.map(({ code }) => presentMethod(code, currency)),
      };
    },
    offer({ productCode, country, currency, autoRenew }) {
      const product = list.products.find(({ code }) => code === productCode);
      const known = isSoldIn(country) ? list.countries[country] : undefined;
      if (!product || !known || ![known.currency, ...known.also].includes(currency)) {
        throw new AppError(
          'unknown_product',
          `${productCode} is not sold in ${country} for ${currency}`,
        );
      }
      if (autoRenew && product.kind !== 'plan') {
        throw new AppError('unknown_product', `the product ${productCode} is not renewed`);
      }
      const amount = priceOf(product, currency);
      const { name: taxName, basisPoints: taxBasisPoints } = known.tax;
      const tax = taxIn(amount, taxBasisPoints);
      return { product, country, currency, amount, autoRenew, tax, taxBasisPoints, taxName };
    },
    providerFor(method, purchase) {
      const provider = providerOf(method);
      const reason = refusal(provider?.capability(method) ?? null, purchase);
      if (reason || !provider)
        throw new AppError(
          'method_unavailable',
          `the payment method ${method} cannot be used: ${reason}`,
        );
      return provider;
    },
  };
}
