import type * as wire from '../../contract/order.ts';
import type { Currency, MethodCode } from '../../contract/price.ts';
import type { DeepReadonly } from './deep-readonly.ts';

export type { Checkout as PayStep, OrderStatus } from '../../contract/order.ts';

/**
 * An order (R47). Instants are ISO strings. Amounts are integers in the smallest unit of the
 * currency.
 */
export type Order = DeepReadonly<wire.Order>;

/** A purchase that the buyer has confirmed. */
export type OrderWish = {
  productCode: string;
  currency: Currency;
  country: string;
  method: MethodCode;
  /** the amount that the buyer saw */
  amount: number;
  autoRenew: boolean;
  /** idempotency key; a repeated call with this key returns the same order */
  idempotencyKey: string;
  /** path on this site, without language, of the page that the payment page returns to */
  returnPath: string;
  task: string | null;
};

export type OrderIntent = 'look' | 'pay' | 'cancel';

/**
 * An order that waits for its payment. `minutesLeft` are the minutes that remained when the server
 * answered.
 */
export type OpenOrder = Order & { minutesLeft: number };

/** The newest order as the server reports it (R47). */
export type LastOrder = Pick<Order, 'code' | 'success' | 'duration' | 'durationUnit' | 'currency'>;

/** True if the order can still be paid. */
export const isUnpaid = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'open' || status === 'notPaid';

/** True if a payment for the unpaid order may be on its way; false for a paid order. */
export const isArriving = ({ status, mayArrive }: Pick<Order, 'status' | 'mayArrive'>): boolean =>
  mayArrive && (isUnpaid({ status }) || status === 'cancelled' || status === 'expired');

/**
 * Returns the status that the buyer sees. If a payment is on its way, this takes precedence over
 * the order's own status.
 */
export const shownStatus = (order: Order): Order['status'] | 'arriving' =>
  isArriving(order) ? 'arriving' : order.status;

/** Returns the payment deadline if the order can be paid now, otherwise null. */
export const payableUntil = (order: Order): string | null =>
  isUnpaid(order) && !isArriving(order) ? order.expiresAt : null;
