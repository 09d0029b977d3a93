import type { SnapshotFrom } from 'xstate';
import { isArriving, type Order, type OrderStatus } from '../model/order.ts';
import type { orderCheckMachine } from './order-check.machine.ts';
import { isAtBank, payAddress } from './order-check.situation.ts';

type OrderCheckSnapshot = SnapshotFrom<typeof orderCheckMachine>;

/** What the order is for whoever looks at it. */
export type OrderSituation =
  | 'waiting'
  | 'atBank'
  | 'arriving'
  | 'overdue'
  | 'unknown'
  | Exclude<OrderStatus, 'open'>;

export const selectOrderSituation = (snapshot: OrderCheckSnapshot): OrderSituation => {
  const { order, secondsLeft } = snapshot.context;
  if (snapshot.matches('unknown')) return 'unknown';
  if (isArriving(order)) return isAtBank(order) ? 'atBank' : 'arriving';
  if (order.status !== 'open' && order.status !== 'notPaid') return order.status;
  if (secondsLeft === 0) return 'overdue';
  return order.status === 'open' ? 'waiting' : 'notPaid';
};

/** What the dialog is at; `asking` only where somebody asked for it or waits for the first answer. */
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

/** Until the time limit; null where there is none any more, or nobody has counted yet. */
export const selectOrderSecondsLeft = ({ context }: OrderCheckSnapshot): number | null =>
  context.secondsLeft;

/** The visitor has come back from the page of the provider, and nobody knows more yet. */
export const selectIsBack = ({ context }: OrderCheckSnapshot): boolean =>
  context.hasReturned && context.order.status === 'open';

/** The start that waits for it goes on in a moment. */
export const selectGoesOn = ({ context: { isFollowed, order } }: OrderCheckSnapshot): boolean =>
  isFollowed && order.status === 'paid' && order.task !== null;

/** How long what was bought lasts, and its currency: as the server tells of the newest order (R47). */
export const selectBought = ({ context }: OrderCheckSnapshot) => context.last ?? context.order;

export type OrderWay = 'check' | 'pay' | 'payAgain' | 'cancel' | 'close';

/** What the visitor may press: one that stands out, and quiet ones below it. */
export type OrderWays = { first: OrderWay; others: readonly OrderWay[] };

export const selectOrderWays = (snapshot: OrderCheckSnapshot): OrderWays => {
  const situation = selectOrderSituation(snapshot);
  if (situation === 'waiting' && payAddress(snapshot.context.order) !== null) {
    return { first: 'pay', others: ['payAgain', 'cancel'] };
  }
  if (situation === 'waiting' || situation === 'notPaid') {
    return { first: 'payAgain', others: ['cancel'] };
  }
  const isAsked = situation === 'atBank' || situation === 'arriving' || situation === 'overdue';
  return { first: isAsked ? 'check' : 'close', others: [] };
};
