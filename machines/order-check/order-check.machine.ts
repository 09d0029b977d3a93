import { isUnpaid, type Order, type OrderStatus } from '../model/order.ts';
import { question } from './order-check.asking.ts';
import { orderCheckSetup } from './order-check.setup.ts';
import { hasBrought } from './order-check.situation.ts';
import type { OrderCheckOutput } from './order-check.types.ts';
import { closing, unpaid } from './order-check.unpaid.ts';

const endings = ['partlyRefunded', 'refunded', 'chargedBack', 'cancelled', 'expired'] as const;

const views: Record<(typeof endings)[number], string> = {
  partlyRefunded: 'the order is paid, and what went back',
  refunded: 'all the money went back',
  chargedBack: 'the bank took the money back',
  cancelled: 'the order was cancelled and nothing was charged',
  expired: 'the order was not paid in time and nothing was charged',
};

const endingStates = Object.fromEntries(
  endings.map((status) => [status, { meta: { view: views[status] }, on: closing }]),
) as Record<(typeof endings)[number], object>;

const lastOf = ({ event }: { event: { output: Order | null } }) => ({ last: event.output });

/**
 * Shows that the order is paid. The start that waited for the credits continues automatically
 * (R38).
 */
const paid = {
  meta: { view: 'the order is paid: its credits, their expiry, the receipt' },
  entry: ['tellPaid', 'tellChanged'],
  invoke: {
    id: 'loadLastOrder',
    src: 'loadLastOrder',
    onDone: {
      guard: { type: 'isOfThis', params: lastOf },
      actions: { type: 'setLast', params: lastOf },
    },
    // a failure is ignored, because the order already contains the same data
    onError: {},
  },
  on: closing,
  after: { goOnPause: { guard: 'goesOn', target: 'left' } },
} as const;

const to = (status: OrderStatus) =>
  ({ guard: { type: 'isInStatus', params: { status } }, target: status }) as const;

/**
 * Shows that the payment may be on its way, or that the time limit has passed and the server has
 * not closed the order yet. The provider is polled. The buyer can do nothing else.
 */
const arriving = orderCheckSetup.createStateConfig({
  initial: 'asking',
  on: { ...closing, 'order.outdated': { target: '.asking' } },
  states: {
    asking: question('checkOrder', 'waiting'),
    waiting: {
      meta: {
        view: 'a note that money may be on its way, and not to pay again; a button to check',
      },
      on: {
        'check.pressed': { target: 'asking' },
        'connection.restored': { target: 'asking' },
        'connection.lost': { actions: 'noteOffline' },
      },
      after: { arrivalPause: { target: 'asking' } },
    },
  },
});

/**
 * Shows an order until the order has ended (R53, R73). Polls the server, quickly at first. Shows
 * only what the server has reported.
 */
export const orderCheckMachine = orderCheckSetup.createMachine({
  id: 'orderCheck',
  context: ({ input }) => ({
    ...input,
    isFollowed: input.hasReturned || isUnpaid(input.order) || input.order.mayArrive,
    last: null,
    asks: 0,
    tries: 0,
    trouble: null,
    remainingSeconds: null,
  }),
  output: ({ event }) => event.output as OrderCheckOutput,
  invoke: {
    id: 'watchConnection',
    src: 'watchConnection',
    // a failure is ignored, because the order is checked again after a pause
    onError: {},
  },
  initial: 'opening',
  states: {
    opening: {
      meta: { view: 'transient' },
      always: [
        { guard: 'mayArrive', target: 'arriving' },
        { guard: 'hasJustReturned', target: 'unpaid.checking' },
        { guard: 'wantsCancel', target: 'unpaid.confirming' },
        { guard: 'wantsPage', target: 'unpaid.leaving' },
        { guard: 'wantsMethod', target: 'payingAgain' },
        { guard: 'isUnpaid', target: 'unpaid' },
        { target: 'deciding' },
      ],
    },
    deciding: {
      meta: { view: 'transient' },
      always: [
        ...(['paid', 'partlyRefunded', 'refunded', 'chargedBack'] as const).map(to),
        { guard: 'mayArrive', target: 'arriving.waiting' },
        ...(['cancelled', 'expired'] as const).map(to),
        { guard: 'isOver', target: 'arriving.waiting' },
        {
          guard: { type: 'isInStatus', params: { status: 'notPaid' } },
          target: 'unpaid.notPaid',
        },
        { target: 'unpaid.following.waiting' },
      ],
    },
    unpaid,
    arriving,
    paid,
    ...endingStates,
    unknown: {
      meta: { view: 'a message that the order was not found' },
      on: closing,
    },
    left: {
      type: 'final',
      output: ({ context: { order } }) => ({
        kind: hasBrought(order) ? ('paid' as const) : ('closed' as const),
        order,
      }),
      meta: { view: 'nothing visible' },
    },
    payingAgain: {
      type: 'final',
      output: ({ context: { order } }) => ({ kind: 'payAgain' as const, order }),
      meta: { view: 'nothing visible' },
    },
    signedOut: { type: 'final', output: 'cancelled', meta: { view: 'nothing visible' } },
  },
});
