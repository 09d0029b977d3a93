import type { Duration } from './duration.ts';
import type { Currency } from './money.ts';
import type { MethodCode } from './price.ts';

/** Where the buyer goes on: a page of the provider, a code to scan, or nowhere any more. */
export type PayStep =
  | { kind: 'redirect'; url: string }
  /** `data` is an address that payment apps open, `image` the code, `url` a page that shows it */
  | { kind: 'qr'; url: string; data: string; image: string }
  | { kind: 'none' };

/** The states of machines/lifecycle/order. */
export type OrderStatus =
  | 'open'
  | 'notPaid'
  | 'cancelled'
  | 'expired'
  | 'paid'
  | 'partlyRefunded'
  | 'refunded'
  | 'chargedBack';

/** The states of machines/lifecycle/payment. */
export type PaymentStatus =
  | 'created'
  | 'awaiting'
  | 'pending'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'succeeded'
  | 'partlyRefunded'
  | 'mismatched'
  | 'refunded'
  | 'chargedBack';

/** Something that was ordered (R47). Instants are ISO, amounts integers of the smallest unit. */
export type Order = Duration & {
  /** `LW-XXXX-XXXX` */
  code: string;
  status: OrderStatus;
  success: boolean;
  productCode: string;
  productKind: 'pack' | 'pass' | 'plan';
  reason: 'purchase' | 'renewal' | 'change';
  credits: number;
  currency: Currency;
  amount: number;
  tax: number;
  taxBasisPoints: number;
  country: string;
  autoRenew: boolean;
  createdAt: string;
  paidAt: string | null;
  /** the time limit of the method */
  expiresAt: string;
  /** the order had ended before the money came */
  isLate: boolean;
  /** money for it may be on its way; while it is false, nothing was charged for an unpaid order */
  mayArrive: boolean;
  /** the last try to pay it; null before the first. `reason` is the provider's word */
  payment: {
    method: MethodCode;
    status: PaymentStatus;
    reason: string | null;
    checkout: PayStep;
  } | null;
  /** what went back or is about to, oldest first */
  refunds: readonly {
    amount: number;
    currency: Currency;
    reason: 'paidTwice' | 'wrongAmount' | 'withdrawal' | 'afterCancel' | 'closed' | 'operator';
    status: 'asked' | 'done' | 'failed';
    at: string;
  }[];
  receiptNumber: string | null;
  withdrawableUntil: string | null;
  /** what was to be started once it is paid, as `OrderWish` had it */
  task: string | null;
};

/** A purchase as its buyer has agreed to it. */
export type OrderWish = {
  productCode: string;
  currency: Currency;
  country: string;
  method: MethodCode;
  /** what was shown */
  amount: number;
  autoRenew: boolean;
  /** the same key gives the same order */
  idempotencyKey: string;
  /** where to come back to after the payment, a path of this site without its language */
  returnPath: string;
  task: string | null;
};

/** What somebody opens an order for: to see it, to go on to its payment, or to cancel it. */
export type OrderIntent = 'look' | 'pay' | 'cancel';

/** An order whose money is awaited, with the time that was left when the server answered. */
export type OpenOrder = Order & { minutesLeft: number };

/** R47: what the server tells of the newest order. */
export type LastOrder = Pick<Order, 'code' | 'success' | 'duration' | 'durationUnit' | 'currency'>;

/** Whether it can still be paid. */
export const isUnpaid = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'open' || status === 'notPaid';

/** Money for an order that is not paid may be on its way. Of a paid one it does not matter. */
export const isArriving = ({ status, mayArrive }: Pick<Order, 'status' | 'mayArrive'>): boolean =>
  mayArrive && (isUnpaid({ status }) || status === 'cancelled' || status === 'expired');
