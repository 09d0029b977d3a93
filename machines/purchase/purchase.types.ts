import type { DialogAnswered } from '../dialogs/dialogs.types.ts';
import type { Order } from '../model/order.ts';
import type { UserInfo } from '../model/user.ts';

/** What somebody wants credits for. */
export type PurchaseWish = {
  /** of the start that waits for them, in credits; null where none does */
  price: number | null;
  /** the photo of that start, by its id; null where none waits */
  task: string | null;
};

export type PurchaseContext = PurchaseWish & {
  /** null while nobody knows who is here */
  user: UserInfo | null;
  /** of the page on screen, with language and query */
  path: string;
  /** the order that is to be looked at, by its code; null without one */
  code: string | null;
  /** the order in a dialog, as it was told last; null without one */
  shown: Order | null;
  /** somebody has just come back from the page of a provider */
  hasReturned: boolean;
  /** the newest purchase that can still be paid; null without one, or while nobody knows */
  open: Order | null;
};

export type PurchaseEvent =
  | ({ type: 'purchase.pressed' } & PurchaseWish)
  /** on the note about an order, or in the list of them */
  | { type: 'order.opened'; code: string }
  /** the sign-in that a purchase waits for was not wanted */
  | { type: 'signIn.declined' }
  | DialogAnswered
  /** from the root */
  | { type: 'user.changed'; user: UserInfo | null }
  | { type: 'location.changed'; path: string }
  | { type: 'connection.restored' };

declare module '../charts.ts' {
  interface ChartEvents {
    purchase: PurchaseEvent;
  }
}
