import type { Duration } from './duration.ts';
import type { Currency } from './money.ts';
import type { MethodCode } from './price.ts';

/** The buyer's next step: the payment page, a code to scan, or none. */
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

/** An order (R47). Instants are ISO, amounts integers of the smallest unit. */
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
  /** time limit of the payment method */
  expiresAt: string;
  /** the money came after the order had ended */
  isLate: boolean;
  /** money for it may be on its way; while it is false, nothing was charged for an unpaid order */
  mayArrive: boolean;
  /** the latest payment, or null before the first. `reason` is the provider's decline code */
  payment: {
    method: MethodCode;
    status: PaymentStatus;
    reason: string | null;
    checkout: PayStep;
  } | null;
  /** refunds made or requested, oldest first */
  refunds: readonly {
    amount: number;
    currency: Currency;
    reason: 'paidTwice' | 'wrongAmount' | 'withdrawal' | 'afterCancel' | 'closed' | 'operator';
    status: 'asked' | 'done' | 'failed';
    at: string;
  }[];
  receiptNumber: string | null;
  withdrawableUntil: string | null;
  /** the start that waits for the payment, as in `OrderWish` */
  task: string | null;
};

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
