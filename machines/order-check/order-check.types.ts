import type { LastOrder, Order, OrderIntent } from '../model/order.ts';
import type { CountdownTicked } from '../ports/clock.port.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type OrderCheckInput = {
  order: Order;
  /** the visitor has just returned from the payment page */
  hasReturned: boolean;
  intent: OrderIntent;
};

export type OrderCheckOutput =
  | { kind: 'paid'; order: Order }
  /** the buyer wants to choose another payment method for this order */
  | { kind: 'payAgain'; order: Order }
  /** the dialog was closed; `order` is the order as last loaded */
  | { kind: 'closed'; order: Order }
  | 'cancelled';

/** The last failed step, and its failure. */
export type OrderTrouble = { step: 'ask' | 'cancel' | 'pay'; failure: PortFailure };

export type OrderCheckContext = OrderCheckInput & {
  /**
   * The user's newest order, from the server (R47). Null if the newest order is another order, or
   * is not loaded.
   */
  last: LastOrder | null;
  /** true if the order was still open when its dialog opened */
  isFollowed: boolean;
  /**
   * number of checks so far, which determines the pause; set to zero when a payment may be on its
   * way
   */
  asks: number;
  /** number of consecutive failed checks */
  tries: number;
  trouble: OrderTrouble | null;
  /** seconds until the order's time limit; null before the first tick of the countdown */
  remainingSeconds: number | null;
};

export type OrderCheckEvent =
  | { type: 'check.pressed' }
  /** opens the payment page */
  | { type: 'pay.pressed' }
  | { type: 'payAgain.pressed' }
  /** asks the buyer to confirm the cancellation; nothing is cancelled yet */
  | { type: 'cancel.pressed' }
  | { type: 'cancel.confirmed' }
  /** the page is visible again, or another tab has changed data */
  | { type: 'order.outdated' }
  | CountdownTicked
  | ConnectionEvent
  /** closes the dialog, or leaves its confirmation */
  | { type: 'dialog.cancelled' };

declare module '../charts.ts' {
  interface ChartEvents {
    orderCheck: OrderCheckEvent;
    dayOrderCheck: OrderCheckEvent;
  }
}

declare module '../model/dialog.ts' {
  interface Dialogs {
    orderCheck: { input: OrderCheckInput; output: OrderCheckOutput };
    dayOrderCheck: { input: OrderCheckInput; output: OrderCheckOutput };
  }
}
