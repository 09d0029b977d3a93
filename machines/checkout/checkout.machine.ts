import { failed } from '../port-actors.ts';
import { creating, leaving } from './checkout.ordering.ts';
import { checkoutSetup } from './checkout.setup.ts';

type Of<Data> = { event: Data };

const closing = {
  'dialog.cancelled': { target: '#checkout.cancelled' },
} as const;

/**
 * Loads the prices again when the country changes, because products, prices and payment methods
 * depend on the country.
 */
const placing = {
  'country.chosen': {
    guard: 'isNewOrder',
    target: '#checkout.loading',
    reenter: true,
    actions: [
      { type: 'chooseCountry', params: ({ event }: Of<{ country: string }>) => event },
      'clearFailure',
    ],
  },
  'currency.chosen': {
    guard: 'isNewOrder',
    target: '#checkout.loading',
    reenter: true,
    actions: [{ type: 'chooseCurrency', params: ({ event }) => event }, 'clearFailure'],
  },
} as const satisfies Parameters<typeof checkoutSetup.createStateConfig>[0]['on'];

const loading = checkoutSetup.createStateConfig({
  meta: { view: 'a note that prices are loading, or the last ones, disabled' },
  invoke: {
    id: 'loadPrices',
    src: 'loadPrices',
    input: ({ context }) => context.place,
    onDone: {
      target: 'choosing',
      actions: { type: 'setPrices', params: ({ event }) => ({ prices: event.output }) },
    },
    onError: { target: 'failed', actions: { type: 'setFailure', params: failed } },
  },
  on: { ...placing, ...closing },
});

const choosing = checkoutSetup.createStateConfig({
  meta: { view: 'packs and plans, payment methods, all terms, one button with the price' },
  on: {
    ...placing,
    ...closing,
    'product.chosen': {
      guard: { type: 'isOffered', params: ({ event }) => event },
      actions: [{ type: 'chooseProduct', params: ({ event }) => event }, 'clearFailure'],
    },
    'method.chosen': {
      guard: { type: 'isUsable', params: ({ event }) => event },
      actions: [{ type: 'chooseMethod', params: ({ event }) => event }, 'clearFailure'],
    },
    'renewal.switched': {
      guard: 'isRenewable',
      actions: [{ type: 'switchRenewal', params: ({ event }) => event }, 'clearFailure'],
    },
    'openOrder.pressed': {
      target: '#checkout.opened',
      actions: { type: 'setOpened', params: ({ event }) => event },
    },
    'pay.pressed': [
      { guard: 'needsReview', target: 'reviewing', actions: ['agree', 'clearFailure'] },
      {
        guard: 'canPay',
        target: 'creating',
        actions: ['agree', 'clearFailure', 'emitPayPressed'],
      },
    ],
  },
});

const reviewing = checkoutSetup.createStateConfig({
  meta: { view: 'the purchase with all its terms, and the button that orders it' },
  on: {
    ...closing,
    'review.left': { target: 'choosing' },
    'order.confirmed': { target: 'creating', actions: 'emitPayPressed' },
  },
});

/**
 * Buys credits or a plan (R46, R47). The first screen shows products, payment methods and all
 * terms. If the purchase needs a review, a second screen repeats the terms. Then the order is
 * created and the payment page opens.
 */
export const checkoutMachine = checkoutSetup.createMachine({
  id: 'checkout',
  context: ({ input }) => ({
    ...input,
    place: { country: input.order?.country ?? null, currency: input.order?.currency ?? null },
    prices: null,
    choice: {
      productCode: input.renewed ?? input.product,
      method: input.order?.payment?.method ?? null,
      // the buyer opened the dialog to switch on auto-renewal, so it is preselected; all terms are
      // still shown before the order
      autoRenew: input.renewed !== null,
    },
    replaced: null,
    purchase: null,
    key: null,
    made: null,
    opened: null,
    failure: null,
  }),
  output: ({ context }) => context.made ?? context.opened ?? 'cancelled',
  initial: 'loading',
  states: {
    loading,
    failed: {
      meta: { view: 'why there are no prices, and a button to load them again' },
      on: {
        ...closing,
        'prices.retried': { target: 'loading', actions: 'clearFailure' },
      },
    },
    choosing,
    creating,
    reviewing,
    leaving,
    opened: { type: 'final', meta: { view: 'nothing visible' } },
    ordered: { type: 'final', meta: { view: 'nothing visible' } },
    cancelled: { type: 'final', meta: { view: 'nothing visible' } },
  },
});
