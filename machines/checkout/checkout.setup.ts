import { assign, emit } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { knownCodes } from '../model/code-words.ts';
import type { Currency } from '../model/money.ts';
import type { Order, OrderIntent } from '../model/order.ts';
import type { MethodCode, PriceList } from '../model/price.ts';
import type { ProductEvent } from '../model/product-event.ts';
import { ports } from '../port-actors.ts';
import type { OrderPort } from '../ports/order.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import {
  chosenIn,
  chosenProduct,
  isSamePurchase,
  needsReview,
  obstacleOf,
  purchaseOf,
  withUsableMethod,
} from './checkout.choice.ts';
import type {
  CheckoutContext,
  CheckoutEvent,
  CheckoutInput,
  CheckoutOutput,
  Purchase,
} from './checkout.types.ts';

type Failed = { failure: PortFailure };
type Made = { order: Order };

/** Codes of refusals that mean that the prices on the page are outdated. */
const outdated: readonly (string | undefined)[] = [
  'price_changed',
  'unknown_product',
  'method_unavailable',
];

export const checkoutSetup = setupChart({
  types: {
    context: {} as CheckoutContext,
    events: {} as CheckoutEvent,
    input: {} as CheckoutInput,
    output: {} as CheckoutOutput,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
  },
  actors: ports({
    calls: ['loadPrices', 'createOrderKey', 'createOrder', 'payOrder', 'openPayPage'],
    said: { loadPrices: knownCodes, createOrder: knownCodes, payOrder: knownCodes },
  }).of<OrderPort>(),
  guards: {
    isNewOrder: ({ context }) => context.order === null,
    isOffered: ({ context: { order, prices } }, { code }: { code: string }) =>
      order === null && (prices?.products.some((one) => one.code === code) ?? false),
    isUsable: ({ context }, { method }: { method: MethodCode }) =>
      obstacleOf(context, method) === null,
    isRenewable: ({ context }) => context.order === null && chosenProduct(context)?.renewal != null,
    canPay: ({ context }) => purchaseOf(context) !== null,
    needsReview: ({ context }) => {
      const purchase = purchaseOf(context);
      return purchase !== null && needsReview(purchase);
    },
    hasKey: ({ context }) => context.key !== null,
    isOutdated: (_, { failure }: Failed) => outdated.includes(failure.code),
    isConflict: (_, { failure }: Failed) => failure.code === 'idempotency_conflict',
    /**
     * true if the order was paid, cancelled or expired in the meantime; the order dialog then shows
     * the order's status
     */
    isClosed: (_, { failure }: Failed) => failure.code === 'order_closed',
    /** true if the session has ended; the root then opens the sign-in dialog (R36) */
    isSignedOut: (_, { failure }: Failed) => failure.code === '10009',
    hasPage: (_, { order }: Made) => order.payment?.checkout.kind === 'redirect',
  },
  actions: {
    setPrices: assign(({ context }, { prices }: { prices: PriceList }) => ({
      prices,
      place: { country: prices.country, currency: prices.currency },
      ...chosenIn(context, prices),
    })),
    /** switches auto-renewal off, because the buyer must switch it on for each purchase */
    chooseProduct: assign(({ context }, { code }: { code: string }) =>
      withUsableMethod({
        ...context,
        choice: { ...context.choice, productCode: code, autoRenew: false },
      }),
    ),
    chooseMethod: assign(({ context: { choice } }, { method }: { method: MethodCode }) => ({
      choice: { ...choice, method },
      replaced: null,
    })),
    switchRenewal: assign(({ context }, { on }: { on: boolean }) =>
      withUsableMethod({ ...context, choice: { ...context.choice, autoRenew: on } }),
    ),
    chooseCountry: assign((_, { country }: { country: string }) => ({
      place: { country, currency: null },
    })),
    chooseCurrency: assign(({ context: { place } }, { currency }: { currency: Currency }) => ({
      place: { ...place, currency },
    })),
    /**
     * clears the idempotency key if the purchase has changed, because the old key would return the
     * old order
     */
    agree: assign(({ context }) => {
      const purchase = purchaseOf(context);
      return isSamePurchase(purchase, context.purchase) ? {} : { purchase, key: null };
    }),
    emitPayPressed: emit(({ context }) => {
      // the buyer has confirmed this purchase by this press, or by the press before the review
      // screen
      const { productCode: product, method, amount, currency } = context.purchase as Purchase;
      return { type: 'pay.pressed', product, method, amount, currency };
    }),
    setKey: assign((_, { key }: { key: string }) => ({ key })),
    dropKey: assign({ key: null }),
    setOrder: assign((_, { order }: Made) => ({ made: order })),
    setOpened: assign((_, { code, intent }: { code: string; intent: OrderIntent }) => ({
      opened: { code, intent },
    })),
    setGivenOrder: assign(({ context }) => ({ made: context.order })),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    clearFailure: assign({ failure: null }),
    reportFailure: sendRejected(),
  },
});
