import { type Offers, offersOf } from '../model/offers.ts';
import {
  type MethodCode,
  type PriceList,
  type Product,
  type UnavailableReason,
  unavailability,
} from '../model/price.ts';
import type { CheckoutContext, Choice, Purchase } from './checkout.types.ts';

/* Rules for the choice of products and payment methods. */

type Lack = Pick<CheckoutContext, 'missing'>;
type Known = Pick<CheckoutContext, 'order' | 'prices' | 'choice'>;

/**
 * Returns the cheapest product that covers the missing credits, or null if no credits are missing
 * or no product covers them.
 */
export const cheapestThatCovers = ({ products }: PriceList, { missing }: Lack): Product | null => {
  if (missing === null) return null;
  const enough = products.filter(({ credits }) => credits >= missing);
  return enough.reduce<Product | null>(
    (best, one) => (best && best.amount <= one.amount ? best : one),
    null,
  );
};

/** Returns the offers, beginning with the product that covers the credits missing for a start. */
export const offersIn = (prices: PriceList, lack: Lack): Offers<Product> => {
  const offers = offersOf(prices.products);
  const first = cheapestThatCovers(prices, lack);
  if (!first) return offers;
  const others = (all: readonly Product[]) => all.filter((one) => one !== first);
  return { ...offers, main: [first, ...others(offers.main)], more: others(offers.more) };
};

export const chosenProduct = ({ prices, choice }: Pick<Known, 'prices' | 'choice'>) =>
  prices?.products.find(({ code }) => code === choice.productCode) ?? null;

/**
 * Returns the product to pay for, or null if no product is chosen. The product of an existing order
 * may no longer be sold.
 */
const boughtProduct = (known: Known): Product | null =>
  known.order
    ? (known.prices?.products.find(({ code }) => code === known.order?.productCode) ?? null)
    : chosenProduct(known);

/**
 * Returns why a payment method cannot be used for the chosen product. Returns null if it can be
 * used, or if no product is chosen.
 */
export const obstacleOf = (known: Known, method: MethodCode): UnavailableReason | null => {
  const product = boughtProduct(known);
  const autoRenew = known.order?.autoRenew ?? known.choice.autoRenew;
  return product ? unavailability(product, method, autoRenew) : null;
};

const firstUsable = (known: Known): MethodCode | null =>
  known.prices?.methods.find(({ code }) => obstacleOf(known, code) === null)?.code ?? null;

/**
 * Returns the choice with a payment method that can be used, and the method that was replaced, if
 * any.
 */
export const withUsableMethod = (known: Known): Pick<CheckoutContext, 'choice' | 'replaced'> => {
  const { method } = known.choice;
  const reason = method === null ? null : obstacleOf(known, method);
  if (method !== null && reason === null) return { choice: known.choice, replaced: null };
  return {
    choice: { ...known.choice, method: firstUsable(known) },
    replaced: method && reason && { method, reason },
  };
};

const kept = ({ prices, missing }: Lack & { prices: PriceList }, choice: Choice): Choice => {
  const same = chosenProduct({ prices, choice });
  if (same) return { ...choice, autoRenew: choice.autoRenew && same.renewal !== null };
  const [first] = offersIn(prices, { missing }).main;
  return { ...choice, productCode: first?.code ?? null, autoRenew: false };
};

/**
 * Returns the choice after the prices were loaded again. The previous choice stays if the server
 * still offers it.
 */
export const chosenIn = (
  { order, missing, choice }: Lack & Omit<Known, 'prices'>,
  prices: PriceList,
): Pick<CheckoutContext, 'choice' | 'replaced'> =>
  withUsableMethod({ order, prices, choice: kept({ prices, missing }, choice) });

/**
 * Returns the purchase that a press of the button would confirm, or null if a product or a payment
 * method is not chosen.
 */
export const purchaseOf = ({ order, prices, choice }: Known): Purchase | null => {
  const { method, autoRenew } = choice;
  if (!method || !prices) return null;
  if (order) {
    const { productCode, currency, country, amount } = order;
    return { productCode, currency, country, method, amount, autoRenew: order.autoRenew };
  }
  const product = chosenProduct({ prices, choice });
  if (!product) return null;
  const { currency, country } = prices;
  const { code: productCode, amount } = product;
  return { productCode, currency, country, method, amount, autoRenew };
};

export const isSamePurchase = (one: Purchase | null, other: Purchase | null): boolean =>
  one !== null &&
  other !== null &&
  (Object.keys(one) as (keyof Purchase)[]).every((name) => one[name] === other[name]);

/**
 * True if a review screen with all terms must come before the order. Japanese law requires it; for
 * auto-renewal it is a rule of this product.
 */
export const needsReview = ({ country, autoRenew }: Purchase): boolean =>
  country === 'JP' || autoRenew;
