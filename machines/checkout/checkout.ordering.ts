import type { AnyActorRef } from 'xstate';
import { isBatchUnkept } from '../freshness/stake.ts';
import type { Order } from '../model/order.ts';
import { failed } from '../port-actors.ts';
import { checkoutSetup } from './checkout.setup.ts';
import type { CheckoutContext } from './checkout.types.ts';

type Of<Data> = { event: Data };
type WithContext = { context: CheckoutContext };

const made = ({ event }: Of<{ output: Order }>) => ({ order: event.output });

/** Chooses the next step after the order was created. */
const goingOn = [
  {
    guard: { type: 'hasPage', params: made },
    target: '#checkout.leaving',
    actions: { type: 'setOrder', params: made },
  },
  { target: '#checkout.ordered', actions: { type: 'setOrder', params: made } },
] as const;

/**
 * Reactions to refusals of the order. The idempotency key is kept, so that a repeated call cannot
 * create a second order.
 */
const refusals = [
  {
    guard: { type: 'isSignedOut', params: failed },
    target: '#checkout.cancelled',
    actions: { type: 'reportFailure', params: failed },
  },
  {
    guard: { type: 'isOutdated', params: failed },
    target: '#checkout.loading',
    actions: { type: 'setFailure', params: failed },
  },
  {
    guard: { type: 'isConflict', params: failed },
    target: '#checkout.choosing',
    actions: ['dropKey', { type: 'setFailure', params: failed }],
  },
  { target: '#checkout.choosing', actions: { type: 'setFailure', params: failed } },
] as const;

const wishOf = ({ context: { purchase, key, returnPath, task } }: WithContext) =>
  purchase && key !== null ? { ...purchase, idempotencyKey: key, returnPath, task } : null;

const tryOf = ({ context: { order, purchase, key } }: WithContext) =>
  order && purchase && key !== null
    ? { code: order.code, method: purchase.method, idempotencyKey: key }
    : null;

/**
 * Creates the order, or another payment for it. The dialog cannot be closed during the call,
 * because the order may already exist. Each purchase has one key, so that repeated calls return the
 * same order.
 */
export const creating = checkoutSetup.createStateConfig({
  initial: 'beginning',
  states: {
    beginning: {
      meta: { view: 'transient' },
      always: [{ guard: 'hasKey', target: 'asking' }, { target: 'keying' }],
    },
    keying: {
      meta: { view: 'the button, busy' },
      invoke: {
        id: 'createOrderKey',
        src: 'createOrderKey',
        onDone: {
          target: 'asking',
          actions: { type: 'setKey', params: ({ event }) => ({ key: event.output }) },
        },
        onError: { target: '#checkout.choosing', actions: { type: 'setFailure', params: failed } },
      },
    },
    asking: {
      meta: { view: 'transient' },
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
            actions: 'setGivenOrder',
          },
          ...refusals,
        ],
      },
    },
  },
});

const pageOf = ({ context: { made: order }, self }: WithContext & { self: AnyActorRef }) => {
  const step = order?.payment?.checkout;
  const inNewTab = isBatchUnkept(self.system);
  return step?.kind === 'redirect' ? { url: step.url, inNewTab } : null;
};

/** Opens the payment page in the browser. The order already exists when this state begins. */
export const leaving = checkoutSetup.createStateConfig({
  initial: 'opening',
  on: {
    'dialog.cancelled': { target: 'ordered' },
    'payPage.pressed': { target: '.opening', reenter: true, actions: 'clearFailure' },
  },
  states: {
    opening: {
      meta: { view: 'where the browser goes, and a button to try again' },
      invoke: {
        id: 'openPayPage',
        src: 'openPayPage',
        input: pageOf,
        // the page opened in another tab, or the browser restored this page from its cache
        onDone: { target: '#checkout.ordered' },
        onError: { target: 'refused', actions: { type: 'setFailure', params: failed } },
      },
    },
    refused: { meta: { view: 'a message that the page did not open, and a button to try again' } },
  },
});
