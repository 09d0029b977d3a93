import type { Currency } from '../model/money.ts';
import type { Order, OrderIntent, OrderWish } from '../model/order.ts';
import type { MethodCode, PriceList, UnavailableReason } from '../model/price.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type CheckoutInput = {
  /** credits that a start lacks; null for whoever just wants more */
  missing: number | null;
  /** what to go on with once it is paid */
  task: string | null;
  /** where to come back to after the payment */
  returnPath: string;
  /** an unpaid order that is to be paid now; null for a new one */
  order: Order | null;
  /** the plan that is bought again so that it renews itself; null to choose freely */
  renewed: string | null;
};

/** An order exists, one of those that wait for their money was chosen, or nothing was ordered. */
export type CheckoutOutput = Order | { code: string; intent: OrderIntent } | 'cancelled';

/** What the buyer agrees to: what decides whether two presses are about the same purchase. */
export type Purchase = Pick<
  OrderWish,
  'productCode' | 'currency' | 'country' | 'method' | 'amount' | 'autoRenew'
>;

export type Choice = {
  productCode: string | null;
  /** null where there is no way to pay for it */
  method: MethodCode | null;
  autoRenew: boolean;
};

export type CheckoutContext = CheckoutInput & {
  /** null is what the server takes from the language */
  place: { country: string | null; currency: Currency | null };
  prices: PriceList | null;
  choice: Choice;
  /** the way to pay that was chosen before, and why it cannot be used any more */
  replaced: { method: MethodCode; reason: UnavailableReason } | null;
  /** as it was agreed to by the last press */
  purchase: Purchase | null;
  /** of `purchase`; null before it is made */
  key: string | null;
  made: Order | null;
  /** the order that was chosen instead of a new one */
  opened: { code: string; intent: OrderIntent } | null;
  /** why nothing was ordered, or nothing can be shown */
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
  /** all terms were on screen, and are agreed to */
  | { type: 'order.confirmed' }
  /** the page of the provider did not open */
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
