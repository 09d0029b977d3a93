import type { Currency } from '../model/money.ts';
import type { Order, OrderIntent, OrderWish } from '../model/order.ts';
import type { MethodCode, PriceList, UnavailableReason } from '../model/price.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type CheckoutInput = {
  /** number of credits that a waiting start lacks, or null if no start is waiting */
  missing: number | null;
  /** photo id of the start that continues after the payment */
  task: string | null;
  /** path of the page that the payment page returns to */
  returnPath: string;
  /** an unpaid order that the buyer pays now, or null for a new order */
  order: Order | null;
  /**
   * code of the plan that the buyer buys again with auto-renewal, or null if the buyer chooses
   * freely
   */
  renewed: string | null;
  /** code of the product that is chosen when the dialog opens, or null */
  product: string | null;
};

/** The output is the created order, an open order that the buyer chose, or `cancelled`. */
export type CheckoutOutput = Order | { code: string; intent: OrderIntent } | 'cancelled';

/** The confirmed purchase. Two presses with equal fields are the same purchase. */
export type Purchase = Pick<
  OrderWish,
  'productCode' | 'currency' | 'country' | 'method' | 'amount' | 'autoRenew'
>;

export type Choice = {
  productCode: string | null;
  /** null if no payment method can be used for the product */
  method: MethodCode | null;
  autoRenew: boolean;
};

export type CheckoutContext = CheckoutInput & {
  /**
   * chosen country and currency; if `country` is null, the server derives the country from the
   * language
   */
  place: { country: string | null; currency: Currency | null };
  prices: PriceList | null;
  choice: Choice;
  /** the previously chosen payment method, and why it can no longer be used */
  replaced: { method: MethodCode; reason: UnavailableReason } | null;
  /** the purchase confirmed by the last press */
  purchase: Purchase | null;
  /** idempotency key of `purchase`, or null until the key is created */
  key: string | null;
  made: Order | null;
  /** an open order that the buyer chose in place of a new order */
  opened: { code: string; intent: OrderIntent } | null;
  /** why the order could not be created, or the prices could not be loaded */
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
  /** confirms the order on the review screen, which shows all terms */
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
