import type { Order } from '../model/order.ts';
import { failed } from '../port-actors.ts';
import { checkoutSetup } from './checkout.setup.ts';
import type { CheckoutContext } from './checkout.types.ts';

type Of<Data> = { event: Data };
type WithContext = { context: CheckoutContext };

const made = ({ event }: Of<{ output: Order }>) => ({ order: event.output });

/** Where the buyer goes on with an order. */
const goingOn = [
  {
    guard: { type: 'hasPage', params: made },
    target: '#checkout.leaving',
    actions: { type: 'keepOrder', params: made },
  },
  { target: '#checkout.ordered', actions: { type: 'keepOrder', params: made } },
] as const;

/** What a refusal of the server leads to. The key stays: what was not answered is asked again by it. */
const refusals = [
  {
    guard: { type: 'isSignedOut', params: failed },
    target: '#checkout.cancelled',
    actions: { type: 'reportFailure', params: failed },
  },
  {
    guard: { type: 'isOutdated', params: failed },
    target: '#checkout.loading',
    actions: { type: 'keepFailure', params: failed },
  },
  {
    guard: { type: 'isConflict', params: failed },
    target: '#checkout.choosing',
    actions: ['dropKey', { type: 'keepFailure', params: failed }],
  },
  { target: '#checkout.choosing', actions: { type: 'keepFailure', params: failed } },
] as const;

const wishOf = ({ context: { purchase, key, returnPath, task } }: WithContext) =>
  purchase && key !== null ? { ...purchase, idempotencyKey: key, returnPath, task } : null;

const tryOf = ({ context: { order, purchase, key } }: WithContext) =>
  order && purchase && key !== null
    ? { code: order.code, method: purchase.method, idempotencyKey: key }
    : null;

/**
 * The order is made, or paid once more. Nobody can leave meanwhile: it may have happened already. A key
 * is made once for a purchase, so that however often it is asked for there is one order.
 */
export const creating = checkoutSetup.createStateConfig({
  initial: 'beginning',
  states: {
    beginning: {
      meta: { view: 'passing' },
      always: [{ guard: 'hasKey', target: 'asking' }, { target: 'keying' }],
    },
    keying: {
      meta: { view: 'the button, busy' },
      invoke: {
        id: 'createOrderKey',
        src: 'createOrderKey',
        onDone: {
          target: 'asking',
          actions: { type: 'keepKey', params: ({ event }) => ({ key: event.output }) },
        },
        onError: { target: '#checkout.choosing', actions: { type: 'keepFailure', params: failed } },
      },
    },
    asking: {
      meta: { view: 'passing' },
      always: [{ guard: 'isNewOrder', target: 'ordering' }, { target: 'paying' }],
    },
    ordering: {
      meta: { view: 'the button, busy' },
      invoke: {
        id: 'createOrder',
        src: 'createOrder',
        input: wishOf,
        onDone: goingOn,
        onError: refusals,
      },
    },
    paying: {
      meta: { view: 'the button, busy' },
      invoke: {
        id: 'payOrder',
        src: 'payOrder',
        input: tryOf,
        onDone: goingOn,
        onError: [
          {
            guard: { type: 'isClosed', params: failed },
            target: '#checkout.ordered',
            actions: 'keepGivenOrder',
          },
          ...refusals,
        ],
      },
    },
  },
});

const pageOf = ({ context: { made: order } }: WithContext) => {
  const step = order?.payment?.checkout;
  return step?.kind === 'redirect' ? { url: step.url } : null;
};

/** The browser leaves for the page of the provider; what has been ordered stays, however this ends. */
export const leaving = checkoutSetup.createStateConfig({
  initial: 'opening',
  on: {
    'dialog.cancelled': { target: 'ordered' },
    'payPage.pressed': { target: '.opening', reenter: true, actions: 'forgetFailure' },
  },
  states: {
    opening: {
      meta: { view: 'where the browser goes, and the way to try again' },
      invoke: {
        id: 'openPayPage',
        src: 'openPayPage',
        input: pageOf,
        // the page has come back from the browser's memory
        onDone: { target: '#checkout.ordered' },
        onError: { target: 'refused', actions: { type: 'keepFailure', params: failed } },
      },
    },
    refused: { meta: { view: 'that the page did not open, and the way to try again' } },
  },
});
