import type { SnapshotFrom } from 'xstate';
import type { Duration } from '../model/duration.ts';
import type { Currency } from '../model/money.ts';
import { type Offers, offersOf } from '../model/offers.ts';
import {
  type MethodCode,
  type Product,
  type Sale,
  saleOf,
  type UnavailableReason,
} from '../model/price.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import {
  cheapestThatCovers,
  chosenProduct,
  needsReview,
  obstacleOf,
  offersIn,
  purchaseOf,
} from './checkout.choice.ts';
import type { checkoutMachine } from './checkout.machine.ts';
import type { CheckoutContext } from './checkout.types.ts';

type CheckoutSnapshot = SnapshotFrom<typeof checkoutMachine>;

/** The screen of the dialog. `isBusy` is true while the dialog waits for the server. */
export type CheckoutScreen = {
  name: 'loading' | 'failed' | 'choosing' | 'reviewing' | 'leaving';
  isBusy: boolean;
};

export const selectCheckoutScreen = (snapshot: CheckoutSnapshot): CheckoutScreen => {
  const { prices, purchase } = snapshot.context;
  if (snapshot.matches('failed')) return { name: 'failed', isBusy: false };
  if (snapshot.matches('reviewing')) return { name: 'reviewing', isBusy: false };
  if (snapshot.matches('leaving'))
    return { name: 'leaving', isBusy: snapshot.matches({ leaving: 'opening' }) };
  if (snapshot.matches('creating')) {
    const isReviewed = purchase !== null && needsReview(purchase);
    return { name: isReviewed ? 'reviewing' : 'choosing', isBusy: true };
  }
  if (prices === null) return { name: 'loading', isBusy: true };
  return { name: 'choosing', isBusy: snapshot.matches('loading') };
};

/** True while an order is being created. False while prices are being loaded. */
export const selectIsOrdering = (snapshot: CheckoutSnapshot): boolean =>
  snapshot.matches('creating');

/** Returns the code of the existing order that gets another payment, or null for a new order. */
export const selectOrderCode = ({ context }: CheckoutSnapshot): string | null =>
  context.order?.code ?? null;

export const selectCheckoutFailure = ({ context }: CheckoutSnapshot): PortFailure | null =>
  context.failure;

/**
 * Returns the offers, beginning with the best match for the missing credits. Returns no offers if
 * an existing order is paid.
 */
export const selectOffers = ({ context }: CheckoutSnapshot): Offers<Product> =>
  context.prices && !context.order ? offersIn(context.prices, context) : offersOf([]);

/** Returns whether something can be paid here. An existing order shows its own payment methods. */
export const selectSale = ({ context: { prices, order } }: CheckoutSnapshot): Sale =>
  prices && !order ? saleOf(prices) : 'open';

export const selectChosenCode = ({ context }: CheckoutSnapshot): string | null =>
  context.choice.productCode;

/**
 * Returns the number of missing credits, and whether a product covers them. Returns null if the
 * product that the visitor has chosen on the price page covers them.
 */
export const selectLack = ({
  context: { missing, prices, order, product },
}: CheckoutSnapshot): { missing: number; isCovered: boolean } | null => {
  if (missing === null || prices === null || order) return null;
  const chosen = prices.products.find(({ code }) => code === product);
  return chosen && chosen.credits >= missing
    ? null
    : { missing, isCovered: cheapestThatCovers(prices, { missing }) !== null };
};

/**
 * Returns the auto-renewal of the chosen plan, or null if the chosen product cannot renew itself.
 */
export const selectRenewalChoice = ({
  context,
}: CheckoutSnapshot): { on: boolean; amount: number; at: string } | null => {
  const renewal = context.order ? null : chosenProduct(context)?.renewal;
  return renewal ? { on: context.choice.autoRenew, ...renewal } : null;
};

export type MethodChoice = {
  code: MethodCode;
  name: string;
  icon: string | null;
  isChosen: boolean;
  obstacle: UnavailableReason | null;
};

/** Returns the payment methods. Methods that can be used come first. */
export const selectMethods = ({ context }: CheckoutSnapshot): readonly MethodChoice[] => {
  const all = (context.prices?.methods ?? []).map(({ code, name, icon }) => ({
    code,
    name,
    icon,
    isChosen: context.choice.method === code,
    obstacle: obstacleOf(context, code),
  }));
  return [
    ...all.filter(({ obstacle }) => obstacle === null),
    ...all.filter(({ obstacle }) => obstacle !== null),
  ];
};

/** Returns the chosen payment method, or null if no product or no method is chosen. */
export const selectMethodChosen = ({
  context: { prices, choice },
}: CheckoutSnapshot): { code: MethodCode; name: string } | null =>
  prices?.methods.find(({ code }) => code === choice.method) ?? null;

const methodNamed = ({ prices }: CheckoutContext, code: MethodCode): string =>
  prices?.methods.find((one) => one.code === code)?.name ?? code;

/** Returns the payment method that was chosen before and can no longer be used, with the reason. */
export const selectReplaced = ({
  context,
}: CheckoutSnapshot): { code: MethodCode; name: string; reason: UnavailableReason } | null => {
  const { replaced } = context;
  return (
    replaced && { ...replaced, code: replaced.method, name: methodNamed(context, replaced.method) }
  );
};

/** Returns the created order, and the website of its payment page. */
export const selectMadeOrder = ({ context }: CheckoutSnapshot) => {
  const { made } = context;
  const step = made?.payment?.checkout;
  if (!made?.payment || step?.kind !== 'redirect') return null;
  const { code, amount, currency, payment } = made;
  const method = { code: payment.method, name: methodNamed(context, payment.method) };
  return {
    code,
    amount,
    currency,
    method,
    host: /^https?:\/\/([^/?#]+)/.exec(step.url)?.[1] ?? step.url,
  };
};

export const selectPlace = ({ context: { order, place, prices } }: CheckoutSnapshot) =>
  prices && !order
    ? {
        country: place.country ?? prices.country,
        currency: place.currency ?? prices.currency,
        countries: prices.countries,
        currencies: prices.currencies,
        // country and currency of the prices on screen, until those of another choice are loaded
        shownCountry: prices.country,
        shownCurrency: prices.currency,
      }
    : null;

/**
 * All terms of the product that the button orders. Amounts are integers in the smallest unit of the
 * currency.
 */
export type Terms = Duration & {
  kind: Product['kind'];
  credits: number;
  amount: number;
  currency: Currency;
  tax: number;
  taxBasisPoints: number;
  /** empty if the tax has no name in this country */
  taxName: string;
  /** number of photos that the credits are enough for, or zero */
  photos: number;
  perPhoto: number;
  /** date and amount of the next charge, or null if nothing is charged again */
  renewal: Product['renewal'];
};

export const selectTerms = ({ context }: CheckoutSnapshot): Terms | null => {
  const { order, prices, choice } = context;
  if (!prices) return null;
  const { name: taxName, basisPoints: taxBasisPoints } = prices.tax;
  if (order) {
    const { productKind: kind, credits, amount, currency, tax, duration, durationUnit } = order;
    const photos = Math.floor(credits / prices.photoCredits);
    const perPhoto = photos === 0 ? 0 : Math.ceil(amount / photos);
    const sold = prices.products.find(({ code }) => code === order.productCode);
    return {
      kind,
      credits,
      amount,
      currency,
      tax,
      taxName,
      photos,
      perPhoto,
      duration,
      durationUnit,
      taxBasisPoints: order.taxBasisPoints,
      renewal: order.autoRenew ? (sold?.renewal ?? null) : null,
    };
  }
  const product = chosenProduct(context);
  if (!product) return null;
  const { kind, credits, amount, tax, duration, durationUnit, photos, perPhoto } = product;
  return {
    kind,
    credits,
    amount,
    tax,
    duration,
    durationUnit,
    photos,
    perPhoto,
    currency: prices.currency,
    taxBasisPoints,
    taxName,
    renewal: choice.autoRenew ? product.renewal : null,
  };
};

/** Returns the effect of pressing the button: nothing, the review screen, or the order. */
export const selectPayStep = ({ context }: CheckoutSnapshot): 'none' | 'review' | 'order' => {
  const purchase = purchaseOf(context);
  if (!purchase) return 'none';
  return needsReview(purchase) ? 'review' : 'order';
};
