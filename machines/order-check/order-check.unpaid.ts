import { cancelling, leaving, question } from './order-check.asking.ts';
import { orderCheckSetup } from './order-check.setup.ts';
import type { OrderCheckContext } from './order-check.types.ts';

type Ticked = { event: { remainingSeconds: number } };

const ticked = ({ event }: Ticked) => ({ remainingSeconds: event.remainingSeconds });

/** Closes the dialog. This does not change the order. */
export const closing = { 'dialog.cancelled': { target: '#orderCheck.left' } } as const;

/** Reactions to the buttons of an order that waits for its payment. */
const doing = {
  'pay.pressed': { guard: 'canBePaid', target: '#orderCheck.unpaid.leaving' },
  'payAgain.pressed': { target: '#orderCheck.payingAgain' },
  'cancel.pressed': { target: '#orderCheck.unpaid.confirming' },
  'order.outdated': { target: '#orderCheck.unpaid.checking' },
} as const;

const losing = {
  'connection.lost': { target: '#orderCheck.unpaid.following.lost', actions: 'noteOffline' },
} as const;

/** Polls the order, with pauses between the calls. */
const following = orderCheckSetup.createStateConfig({
  initial: 'looking',
  on: doing,
  states: {
    looking: question('loadOrder', 'lost'),
    waiting: {
      meta: { view: 'the order waits for its money; buttons to pay, to check and to cancel' },
      on: losing,
      after: { askPause: { target: 'looking' } },
    },
    lost: {
      entry: 'countTry',
      meta: { view: 'the last known order, and why the server cannot be asked now' },
      on: { 'connection.restored': { target: 'looking' } },
      after: { retryPause: { target: 'looking' } },
    },
  },
});

/**
 * Shows an order that can still be paid. The time limit is counted down, and the server is polled.
 */
export const unpaid = orderCheckSetup.createStateConfig({
  initial: 'following',
  invoke: {
    id: 'countDown',
    src: 'countDown',
    input: ({ context: { order } }: { context: OrderCheckContext }) => {
      const endsAt = Date.parse(order.expiresAt);
      // `afterMs` limits the countdown even if the clock of this device is wrong
      return { afterMs: endsAt - Date.parse(order.createdAt), endsAt };
    },
    // a failure of the countdown is ignored, because the server enforces the time limit as well
    onError: {},
  },
  on: {
    ...closing,
    'countdown.ticked': [
      {
        guard: { type: 'isTimeUp', params: ticked },
        target: '#orderCheck.arriving',
        actions: { type: 'setTime', params: ticked },
      },
      { actions: { type: 'setTime', params: ticked } },
    ],
  },
  states: {
    following,
    checking: question('checkOrder', 'following.lost'),
    notPaid: {
      meta: { view: 'the payment was declined, and why; buttons to pay, to check and to cancel' },
      on: {
        'payAgain.pressed': { target: '#orderCheck.payingAgain' },
        'cancel.pressed': { target: 'confirming' },
        'order.outdated': { target: 'checking' },
      },
    },
    confirming: {
      meta: { view: 'the confirmation before the order is cancelled' },
      on: {
        'cancel.confirmed': { target: 'cancelling' },
        'dialog.cancelled': { target: '#orderCheck.deciding' },
      },
    },
    cancelling: {
      ...cancelling,
      on: {
        'dialog.cancelled': {},
        'countdown.ticked': { actions: { type: 'setTime', params: ticked } },
      },
    },
    leaving,
  },
});
