import type { ServerChanged } from '../app/app.types.ts';
import type { DialogAnswered } from '../dialogs/dialogs.types.ts';
import type { OpenOrder, Order, OrderIntent } from '../model/order.ts';
import type { UserInfo } from '../model/user.ts';

/** Why a purchase begins. */
export type PurchaseWish = {
  /** price, in credits, of the task to start after the purchase, or null without such a task */
  price: number | null;
  /** photo id of the task to start after the purchase, or null without such a task */
  task: string | null;
  /** the plan to buy again with auto-renewal */
  renewed?: string;
  /** the product that the visitor has chosen on the price page */
  product?: string;
};

export type PurchaseContext = Omit<PurchaseWish, 'renewed' | 'product'> & {
  /** code of the product chosen on the price page, or null */
  product: string | null;
  /** code of the plan to buy again, or null if the buyer chooses freely */
  renewed: string | null;
  /** null until the user is known */
  user: UserInfo | null;
  /** address of the page on screen, with language and query */
  path: string;
  /**
   * code of the order to show; empty if the URL contains no code, null if no order is shown
   */
  code: string | null;
  /** the last known state of the order in the open dialog, or null if no order dialog is open */
  shown: Order | null;
  /** why the order is opened: to look, to pay or to cancel */
  intent: OrderIntent;
  /** true if the visitor has just returned from the payment page */
  hasReturned: boolean;
  /** orders that can still be paid, newest first; empty until they are loaded */
  open: readonly OpenOrder[];
  /** number of checks since the list of open orders last changed */
  looks: number;
};

export type PurchaseEvent =
  | ({ type: 'purchase.pressed' } & PurchaseWish)
  /** sent by an order's note, or by the list of orders */
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
