import type { ServerChanged } from '../app/app.types.ts';
import type { DialogAnswered } from '../dialogs/dialogs.types.ts';
import type { OpenOrder, Order, OrderIntent } from '../model/order.ts';
import type { UserInfo } from '../model/user.ts';

/** Purpose of a purchase. */
export type PurchaseWish = {
  /** price of the waiting start, in credits, or null if none waits */
  price: number | null;
  /** photo id of the waiting start, or null if none waits */
  task: string | null;
  /** the plan to buy again with auto-renewal */
  renewed?: string;
};

export type PurchaseContext = Omit<PurchaseWish, 'renewed'> & {
  /** the same as in `PurchaseWish`, or null to choose freely */
  renewed: string | null;
  /** null until known */
  user: UserInfo | null;
  /** address of the page on screen, with language and query */
  path: string;
  /** code of the order to show, or null without one, empty if the address has lost it */
  code: string | null;
  /** the last known state of the order in a dialog, or null without one */
  shown: Order | null;
  /** why the order is opened */
  intent: OrderIntent;
  /** the visitor has just come back from the payment page */
  hasReturned: boolean;
  /** purchases that can still be paid, newest first; empty while unknown */
  open: readonly OpenOrder[];
  /** number of checks since the open orders last changed */
  looks: number;
};

export type PurchaseEvent =
  | ({ type: 'purchase.pressed' } & PurchaseWish)
  /** from the note about an order, or the list of orders */
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
