import type { Currency } from '../model/money.ts';
import type { Order, OrderIntent, OrderWish } from '../model/order.ts';
import type { MethodCode, PriceList, UnavailableReason } from '../model/price.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type CheckoutInput = {
  /** credits that a start lacks, or null if no start is waiting */
  missing: number | null;
  /** the start to continue after the payment */
  task: string | null;
  /** path to return to after the payment */
  returnPath: string;
  /** an unpaid order to pay now, or null for a new order */
  order: Order | null;
  /** the plan to buy again with auto-renewal, or null for a free choice */
  renewed: string | null;
};

/** The created order, a chosen open order, or `cancelled`. */
export type CheckoutOutput = Order | { code: string; intent: OrderIntent } | 'cancelled';

/** The confirmed purchase. Two presses with equal fields are the same purchase. */
export type Purchase = Pick<
  OrderWish,
  'productCode' | 'currency' | 'country' | 'method' | 'amount' | 'autoRenew'
>;

export type Choice = {
  productCode: string | null;
  /** null if no payment method can be used */
  method: MethodCode | null;
  autoRenew: boolean;
};

export type CheckoutContext = CheckoutInput & {
  /** if `country` is null, the server uses the country of the language */
  place: { country: string | null; currency: Currency | null };
  prices: PriceList | null;
  choice: Choice;
  /** the previously chosen payment method, and why it can no longer be used */
  replaced: { method: MethodCode; reason: UnavailableReason } | null;
  /** the purchase confirmed by the last press */
  purchase: Purchase | null;
  /** idempotency key of `purchase`, or null before it is created */
  key: string | null;
  made: Order | null;
  /** an open order that the buyer chose instead of a new order */
  opened: { code: string; intent: OrderIntent } | null;
  /** why the order or the prices failed */
  failure: PortFailure | null;
};

export type CheckoutEvent =
  | { type: 'prices.retried' }
  | { type: 'product.chosen'; code: string }
  | { type: 'method.chosen'; method: MethodCode }
  | { type: 'renewal.switched'; on: boolean }
  | { type: 'country.chosen'; country: string }
  | { type: 'currency.chosen'; currency: Currency }
  | { type: 'openOrder.pressed'; code: string; intent: OrderIntent }
  | { type: 'pay.pressed' }
  | { type: 'review.left' }
  /** confirms the order after all terms were shown */
  | { type: 'order.confirmed' }
  /** opens the payment page again after a failure */
  | { type: 'payPage.pressed' }
  | { type: 'dialog.cancelled' };

declare module '../charts.ts' {
  interface ChartEvents {
    checkout: CheckoutEvent;
  }
}

declare module '../model/dialog.ts' {
  interface Dialogs {
    checkout: { input: CheckoutInput; output: CheckoutOutput };
  }
}
