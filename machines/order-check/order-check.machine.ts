import { isUnpaid, type OrderStatus } from '../model/order.ts';
import { type OrderCheckId, question } from './order-check.asking.ts';
import { orderCheckSetup } from './order-check.setup.ts';
import { hasBrought } from './order-check.situation.ts';
import type { OrderCheckOutput } from './order-check.types.ts';
import { closing, unpaid } from './order-check.unpaid.ts';

const endings = ['partlyRefunded', 'refunded', 'chargedBack', 'cancelled', 'expired'] as const;

const views: Record<(typeof endings)[number], string> = {
  partlyRefunded: 'the order is paid, and what went back',
  refunded: 'all the money went back',
  chargedBack: 'the bank took the money back',
  cancelled: 'the order was cancelled and nothing charged',
  expired: 'the order was not paid in time and nothing charged',
};

const endingStates = (id: OrderCheckId) =>
  Object.fromEntries(
    endings.map((status) => [status, { meta: { view: views[status] }, on: closing(id) }]),
  ) as Record<(typeof endings)[number], object>;

/** The start that waited for the credits goes on by itself (R38). */
const paid = (id: OrderCheckId) =>
  ({
    meta: { view: 'the order is paid: what it brought, until when, the receipt' },
    entry: 'tellPaid',
    on: closing(id),
    after: { goOnPause: { guard: 'goesOn', target: 'left', meta: { req: 'R38' } } },
  }) as const;

const to = (status: OrderStatus) =>
  ({
    guard: { type: 'isInStatus', params: { status } },
    target: status,
    meta: { req: ['R47', 'R73'] },
  }) as const;

/** A look when the time limit is over; then nothing is asked any more by itself. */
const overStates = (id: OrderCheckId) => ({
  lastLook: { ...question(id, 'checkOrder', 'overdue'), on: closing(id) },
  overdue: {
    meta: { view: 'the time limit is over, and the order not closed yet; a way to ask' },
    on: {
      ...closing(id),
      'check.pressed': { target: 'lastLook', meta: { req: ['R53', 'R73'] } },
      'connection.restored': {
        guard: 'isLost',
        target: 'lastLook',
        meta: { req: 'R79' },
      },
    },
  } as const,
});

/**
 * Tells the truth about an order until it has ended (R53, R73): asks the server, quickly at first, and says
 * nothing that the server has not said.
 */
export const orderCheckChart = (id: OrderCheckId) =>
  orderCheckSetup.createMachine({
    id,
    options: { maxIterations: 1000 },
    context: ({ input }) => ({
      ...input,
      isFollowed: input.hasReturned || isUnpaid(input.order),
      ...{ asks: 0, tries: 0, trouble: null, secondsLeft: null },
    }),
    output: ({ event }) => event.output as OrderCheckOutput,
    invoke: {
      id: 'watchConnection',
      src: 'watchConnection',
      // without it, it is asked after a pause all the same
      onError: { meta: { req: 'R79' } },
    },
    initial: 'opening',
    states: {
      opening: {
        meta: { view: 'passing' },
        always: [
          { guard: 'hasJustReturned', target: 'unpaid.checking', meta: { req: 'R53' } },
          { guard: 'isUnpaid', target: 'unpaid', meta: { req: 'R73' } },
          { target: 'deciding', meta: { req: 'R73' } },
        ],
      },
      deciding: {
        meta: { view: 'passing' },
        always: [
          ...(['paid', ...endings] as const).map(to),
          { guard: 'isOver', target: 'overdue', meta: { req: 'R73' } },
          { guard: 'isAtBank', target: 'unpaid.atBank', meta: { req: 'R73' } },
          {
            guard: { type: 'isInStatus', params: { status: 'notPaid' } },
            target: 'unpaid.notPaid',
            meta: { req: 'R73' },
          },
          { target: 'unpaid.following.waiting', meta: { req: 'R73' } },
        ],
      },
      unpaid: unpaid(id),
      ...overStates(id),
      paid: paid(id),
      ...endingStates(id),
      unknown: {
        meta: { view: 'the server knows no such order of this user' },
        on: closing(id),
      },
      left: {
        type: 'final',
        output: ({ context: { order } }) => ({
          kind: hasBrought(order) ? ('paid' as const) : ('closed' as const),
          order,
        }),
        meta: { view: 'nothing to see' },
      },
      payingAgain: {
        type: 'final',
        output: ({ context: { order } }) => ({ kind: 'payAgain' as const, order }),
        meta: { view: 'nothing to see' },
      },
      signedOut: { type: 'final', output: 'cancelled', meta: { view: 'nothing to see' } },
    },
  });

export const orderCheckMachine = orderCheckChart('orderCheck');
