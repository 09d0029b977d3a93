import type * as wire from '../../contract/order.ts';
import type { Currency, MethodCode } from '../../contract/price.ts';
import type { DeepReadonly } from './deep-readonly.ts';

export type { Checkout as PayStep, OrderStatus } from '../../contract/order.ts';

/** An order (R47). Instants are ISO, amounts integers of the smallest unit. */
export type Order = DeepReadonly<wire.Order>;

/** A purchase as confirmed by its buyer. */
export type OrderWish = {
  productCode: string;
  currency: Currency;
  country: string;
  method: MethodCode;
  /** the amount that was shown */
  amount: number;
  autoRenew: boolean;
  /** the same key returns the same order */
  idempotencyKey: string;
  /** path of this site, without its language, to return to after the payment */
  returnPath: string;
  task: string | null;
};

/** Why an order is opened: to view it, to continue its payment, or to cancel it. */
export type OrderIntent = 'look' | 'pay' | 'cancel';

/** An order whose money is awaited, with the minutes that remained when the server answered. */
export type OpenOrder = Order & { minutesLeft: number };

/** R47: the newest order as the server reports it. */
export type LastOrder = Pick<Order, 'code' | 'success' | 'duration' | 'durationUnit' | 'currency'>;

/** True if it can still be paid. */
export const isUnpaid = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'open' || status === 'notPaid';

/** True if money for an unpaid order may be on its way. Irrelevant for a paid one. */
export const isArriving = ({ status, mayArrive }: Pick<Order, 'status' | 'mayArrive'>): boolean =>
  mayArrive && (isUnpaid({ status }) || status === 'cancelled' || status === 'expired');

/** The status for the buyer: money on its way comes before the order's own status. */
export const shownStatus = (order: Order): Order['status'] | 'arriving' =>
  isArriving(order) ? 'arriving' : order.status;

/** Time limit of an order that can be paid now, otherwise null. */
export const payableUntil = (order: Order): string | null =>
  isUnpaid(order) && !isArriving(order) ? order.expiresAt : null;
