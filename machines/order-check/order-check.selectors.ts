import type { SnapshotFrom } from 'xstate';
import type { Duration } from '../model/duration.ts';
import { isArriving, type Order, type OrderStatus } from '../model/order.ts';
import type { orderCheckMachine } from './order-check.machine.ts';
import { hasBrought, isAtBank, lastsUntil, payAddress } from './order-check.situation.ts';

type OrderCheckSnapshot = SnapshotFrom<typeof orderCheckMachine>;

/** The order's situation from the buyer's point of view. */
export type OrderSituation =
  | 'waiting'
  | 'atBank'
  | 'arriving'
  | 'overdue'
  | 'unknown'
  | Exclude<OrderStatus, 'open'>;

export const selectOrderSituation = (snapshot: OrderCheckSnapshot): OrderSituation => {
  const { order, remainingSeconds } = snapshot.context;
  if (snapshot.matches('unknown')) return 'unknown';
  if (isArriving(order)) return isAtBank(order) ? 'atBank' : 'arriving';
  if (order.status !== 'open' && order.status !== 'notPaid') return order.status;
  if (remainingSeconds === 0) return 'overdue';
  return order.status === 'open' ? 'waiting' : 'notPaid';
};

/**
 * The current activity of the dialog. `asking` is shown only after a press, or before the first
 * answer of the server.
 */
export type OrderStep = 'idle' | 'asking' | 'confirming' | 'cancelling' | 'leaving';

export const selectOrderStep = (snapshot: OrderCheckSnapshot): OrderStep => {
  if (snapshot.matches({ unpaid: 'checking' }) || snapshot.matches({ arriving: 'asking' }))
    return 'asking';
  if (snapshot.matches({ unpaid: 'confirming' })) return 'confirming';
  if (snapshot.matches({ unpaid: 'cancelling' })) return 'cancelling';
  return snapshot.matches({ unpaid: 'leaving' }) ? 'leaving' : 'idle';
};

export const selectCheckedOrder = ({ context }: OrderCheckSnapshot): Order => context.order;

export const selectOrderTrouble = ({ context }: OrderCheckSnapshot) => context.trouble;

/**
 * Returns the seconds until the time limit of the payment. Returns null if there is no limit, or
 * before the first tick.
 */
export const selectOrderRemainingSeconds = ({ context }: OrderCheckSnapshot): number | null =>
  context.remainingSeconds;

/**
 * True if the visitor has returned from the payment page, and the outcome of the payment is still
 * unknown.
 */
export const selectIsBack = ({ context }: OrderCheckSnapshot): boolean =>
  context.hasReturned && context.order.status === 'open';

/** True if the start that waited for the credits is about to continue. */
export const selectGoesOn = ({ context: { isFollowed, order } }: OrderCheckSnapshot): boolean =>
  isFollowed && order.status === 'paid' && order.task !== null;

/**
 * Returns the duration of the purchase, as the server reports the duration for the newest order
 * (R47).
 */
const boughtIn = ({ context }: OrderCheckSnapshot): Duration => context.last ?? context.order;

export type OrderFacts = {
  lasts: Duration;
  /** expiry of the purchased credits, an ISO instant */
  until: string;
  /**
   * The next charge. `same` means that the order's amount is charged again. Null if the next charge
   * is unknown: an order for a change of plan charges only the difference.
   */
  next: 'same' | 'nothing' | null;
  receiptNumber: string | null;
};

/** Returns the end, the next charge and the receipt of a paid order, or null for other orders. */
export const selectOrderFacts = (snapshot: OrderCheckSnapshot): OrderFacts | null => {
  const { order } = snapshot.context;
  const until = lastsUntil(order);
  if (!hasBrought(order) || until === null) return null;
  const next = order.autoRenew ? 'same' : 'nothing';
  const { duration, durationUnit } = boughtIn(snapshot);
  return {
    lasts: { duration, durationUnit },
    until,
    next: order.reason === 'change' ? null : next,
    receiptNumber: order.receiptNumber,
  };
};

export type OrderWay = 'check' | 'pay' | 'payAgain' | 'cancel' | 'goOn' | 'close';

/** Buttons for the visitor: a main button, and plain buttons below it. */
export type OrderWays = { first: OrderWay; others: readonly OrderWay[] };

/** True if the action of the main button is running, after a press or automatically. */
export const selectIsWayBusy = (snapshot: OrderCheckSnapshot): boolean => {
  const { first } = selectOrderWays(snapshot);
  const step = selectOrderStep(snapshot);
  return (first === 'check' && step === 'asking') || (first === 'pay' && step === 'leaving');
};

export const selectOrderWays = (snapshot: OrderCheckSnapshot): OrderWays => {
  const situation = selectOrderSituation(snapshot);
  if (situation === 'waiting' && payAddress(snapshot.context.order) !== null) {
    return { first: 'pay', others: ['payAgain', 'cancel'] };
  }
  if (situation === 'waiting' || situation === 'notPaid') {
    return { first: 'payAgain', others: ['cancel'] };
  }
  const isAsked = situation === 'atBank' || situation === 'arriving' || situation === 'overdue';
  if (isAsked) return { first: 'check', others: [] };
  const isBrought = situation === 'paid' || situation === 'partlyRefunded';
  return { first: isBrought ? 'goOn' : 'close', others: [] };
};
