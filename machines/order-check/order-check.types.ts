import type { LastOrder, Order, OrderIntent } from '../model/order.ts';
import type { CountdownTicked } from '../ports/clock.port.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type OrderCheckInput = {
  order: Order;
  /** the visitor has just come back from the page of the provider */
  hasReturned: boolean;
  intent: OrderIntent;
};

export type OrderCheckOutput =
  | { kind: 'paid'; order: Order }
  /** another way to pay it is to be chosen */
  | { kind: 'payAgain'; order: Order }
  /** with what is known of it; closing changes nothing */
  | { kind: 'closed'; order: Order }
  | 'cancelled';

/** What did not work last, and at what. */
export type OrderTrouble = { step: 'ask' | 'cancel' | 'pay'; failure: PortFailure };

export type OrderCheckContext = OrderCheckInput & {
  /** what the server tells of the newest order (R47); null if that is another one, or not known */
  last: LastOrder | null;
  /** its buyer sees it being paid; false where it had ended before */
  isFollowed: boolean;
  /** questions so far, counted anew when money may be on its way: the first ones follow each other quickly */
  asks: number;
  /** failed questions in a row */
  tries: number;
  trouble: OrderTrouble | null;
  /** until the time limit of the order; null before the first tick of the countdown */
  secondsLeft: number | null;
};

export type OrderCheckEvent =
  | { type: 'check.pressed' }
  /** on to the page of the provider */
  | { type: 'pay.pressed' }
  | { type: 'payAgain.pressed' }
  /** asks whether it is meant; nothing is cancelled yet */
  | { type: 'cancel.pressed' }
  | { type: 'cancel.confirmed' }
  /** the page is visible again, or something has changed elsewhere */
  | { type: 'order.outdated' }
  | CountdownTicked
  | ConnectionEvent
  /** closes the dialog, or steps back from its question */
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
