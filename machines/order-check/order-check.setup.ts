import { assign, enqueueActions, sendTo } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { knownCodes } from '../model/code-words.ts';
import { isUnpaid, type Order, type OrderStatus } from '../model/order.ts';
import type { ProductEvent } from '../model/product-event.ts';
import { ports } from '../port-actors.ts';
import type { ClockPort } from '../ports/clock.port.ts';
import type { ConnectionPort } from '../ports/connection.port.ts';
import type { OrderPort } from '../ports/order.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import { payAddress } from './order-check.situation.ts';
import type {
  OrderCheckContext,
  OrderCheckEvent,
  OrderCheckInput,
  OrderCheckOutput,
  OrderTrouble,
} from './order-check.types.ts';

type Failed = { failure: PortFailure };

const fastQuestions = 15;
const slowQuestions = 30;

export const orderCheckSetup = setupChart({
  types: {
    context: {} as OrderCheckContext,
    events: {} as OrderCheckEvent,
    input: {} as OrderCheckInput,
    output: {} as OrderCheckOutput,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({
      calls: ['loadOrder', 'loadLastOrder', 'checkOrder', 'cancelOrder', 'openPayPage'],
      said: { loadOrder: knownCodes, checkOrder: knownCodes, cancelOrder: knownCodes },
    }).of<OrderPort>(),
    ...ports({ streams: ['countDown'] }).of<ClockPort>(),
    ...ports({ streams: ['watchConnection'] }).of<ConnectionPort>(),
  },
  guards: {
    isInStatus: ({ context: { order } }, { status }: { status: OrderStatus }) =>
      order.status === status,
    isUnpaid: ({ context }) => isUnpaid(context.order),
    hasJustReturned: ({ context }) => context.hasReturned && isUnpaid(context.order),
    isOver: ({ context }) => context.remainingSeconds === 0,
    /**
     * true if a payment may be on its way; the order is then not shown as unpaid, and no action is
     * offered
     */
    mayArrive: ({ context }) => context.order.mayArrive,
    wantsCancel: ({ context: { order, intent } }) => intent === 'cancel' && isUnpaid(order),
    /** true if a payment page must be opened; a code to scan is shown in the dialog instead */
    wantsPage: ({ context: { order, intent } }) =>
      intent === 'pay' && order.payment?.checkout.kind === 'redirect',
    wantsMethod: ({ context: { order, intent } }) =>
      intent === 'pay' && isUnpaid(order) && payAddress(order) === null,
    isOfThis: ({ context: { order } }, { last }: { last: Order | null }) =>
      last?.code === order.code && last.success,
    canBePaid: ({ context }) => payAddress(context.order) !== null,
    /**
     * true if the order was bought for a waiting start, and the dialog was open during the payment
     */
    goesOn: ({ context: { isFollowed, order } }) => isFollowed && order.task !== null,
    isTimeUp: (_, { remainingSeconds }: { remainingSeconds: number }) => remainingSeconds === 0,
    /** true if the session has ended; the root then opens the sign-in dialog (R36) */
    isSignedOut: (_, { failure }: Failed) => failure.code === '10009',
    isUnknown: (_, { failure }: Failed) => failure.code === 'order_not_found',
    /** true if the order's status has changed in the meantime */
    isClosed: (_, { failure }: Failed) => failure.code === 'order_closed',
  },
  actions: {
    /**
     * Stores the order. A changed time limit restarts the countdown. The message about a payment
     * page that could not be opened stays on screen.
     */
    setOrder: assign(({ context }, { order }: { order: Order }) => ({
      order,
      asks: order.mayArrive === context.order.mayArrive ? context.asks : 0,
      tries: 0,
      trouble: context.trouble?.step === 'pay' ? context.trouble : null,
      remainingSeconds:
        order.expiresAt === context.order.expiresAt ? context.remainingSeconds : null,
    })),
    /** Emits that the order is paid, unless the order was already paid when the dialog opened. */
    tellPaid: enqueueActions(({ context: { isFollowed, order }, enqueue }) => {
      if (!isFollowed) return;
      enqueue.emit({
        type: 'order.paid',
        order: order.code,
        product: order.productCode,
        amount: order.amount,
        currency: order.currency,
      });
    }),
    setLast: assign((_, { last }: { last: Order | null }) => ({ last })),
    /**
     * notifies the tabs chart, which loads credits, plan and orders again on this page and in other
     * tabs
     */
    tellChanged: sendTo(chart('tabs'), { type: 'change.noticed' }),
    setTime: assign((_, { remainingSeconds }: { remainingSeconds: number }) => ({
      remainingSeconds,
    })),
    countAsk: assign(({ context }) => ({ asks: context.asks + 1 })),
    countTry: assign(({ context }) => ({ tries: context.tries + 1 })),
    setTrouble: assign((_, trouble: OrderTrouble) => ({ trouble })),
    noteOffline: assign({
      trouble: { step: 'ask', failure: { reason: 'offline' } } satisfies OrderTrouble,
    }),
    clearTrouble: assign({ trouble: null }),
    reportFailure: sendRejected(),
  },
  delays: {
    /**
     * pause between checks: 2 s in the first half minute, 10 s in the next five minutes, then 30 s
     */
    askPause: ({ context: { asks } }) => {
      if (asks <= fastQuestions) return 2000;
      return asks <= fastQuestions + slowQuestions ? 10_000 : 30_000;
    },
    /** milliseconds, long enough to read how many credits were added */
    goOnPause: 3000,
    /**
     * pause between checks while a payment may be on its way: 2, 4, 8 and 16 seconds, then 30
     * seconds
     */
    arrivalPause: ({ context }) => Math.min(30_000, 1000 * 2 ** Math.max(1, context.asks)),
    retryPause: ({ context }) => Math.min(30_000, 1000 * 2 ** context.tries),
  },
});
