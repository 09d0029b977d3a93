import type { ServerChanged } from '../app/app.types.ts';
import type { DialogAnswered } from '../dialogs/dialogs.types.ts';
import type { OpenOrder, Order, OrderIntent } from '../model/order.ts';
import type { UserInfo } from '../model/user.ts';

/** What somebody wants credits for. */
export type PurchaseWish = {
  /** of the start that waits for them, in credits; null where none does */
  price: number | null;
  /** the photo of that start, by its id; null where none waits */
  task: string | null;
  /** the plan to buy again so that it renews itself */
  renewed?: string;
};

export type PurchaseContext = Omit<PurchaseWish, 'renewed'> & {
  /** as `PurchaseWish` has it; null to choose freely */
  renewed: string | null;
  /** null while nobody knows who is here */
  user: UserInfo | null;
  /** of the page on screen, with language and query */
  path: string;
  /** the order that is to be looked at, by its code; null without one, empty if the address has lost it */
  code: string | null;
  /** the order in a dialog, as it was told last; null without one */
  shown: Order | null;
  /** what it is looked at for */
  intent: OrderIntent;
  /** somebody has just come back from the page of a provider */
  hasReturned: boolean;
  /** purchases that can still be paid, the newest first; empty while nobody knows */
  open: readonly OpenOrder[];
  /** how often they were asked for while they stayed the same */
  looks: number;
};

export type PurchaseEvent =
  | ({ type: 'purchase.pressed' } & PurchaseWish)
  /** on the note about an order, or in the list of them */
  | { type: 'order.opened'; code: string; intent: OrderIntent }
  /** the sign-in that a purchase waits for was not wanted */
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
