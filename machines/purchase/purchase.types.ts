import type { ServerChanged } from '../app/app.types.ts';
import type { DialogAnswered } from '../dialogs/dialogs.types.ts';
import type { OpenOrder, Order, OrderIntent } from '../model/order.ts';
import type { UserInfo } from '../model/user.ts';

/** The reason for a purchase. */
export type PurchaseWish = {
  /** price of the waiting start in credits, or null if none is waiting */
  price: number | null;
  /** photo id of the waiting start, or null if none is waiting */
  task: string | null;
  /** the plan to buy again with auto-renewal */
  renewed?: string;
};

export type PurchaseContext = Omit<PurchaseWish, 'renewed'> & {
  /** the plan to buy again, or null for a free choice */
  renewed: string | null;
  /** null until known */
  user: UserInfo | null;
  /** address of the page on screen, with language and query */
  path: string;
  /** code of the order to show; empty if the address has lost it, null if no order is shown */
  code: string | null;
  /** the last known state of the order in a dialog, or null without one */
  shown: Order | null;
  /** why the order is opened */
  intent: OrderIntent;
  /** the visitor has just returned from the payment page */
  hasReturned: boolean;
  /** orders that can still be paid, newest first; empty while unknown */
  open: readonly OpenOrder[];
  /** number of checks since the open orders last changed */
  looks: number;
};

export type PurchaseEvent =
  | ({ type: 'purchase.pressed' } & PurchaseWish)
  /** from an order's note, or from the list of orders */
  | { type: 'order.opened'; code: string; intent: OrderIntent }
  /** the visitor declined the sign-in that a purchase waits for */
  | { type: 'signIn.declined' }
  | DialogAnswered
  /** from the root */
  | { type: 'user.changed'; user: UserInfo | null }
  | ServerChanged
  | { type: 'location.changed'; path: string }
  | { type: 'connection.restored' };

declare module '../charts.ts' {
  interface ChartEvents {
    purchase: PurchaseEvent;
  }
}
