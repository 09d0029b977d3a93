import type { ServerChanged } from '../app/app.types.ts';
import type { ChangePreview, Membership } from '../model/membership.ts';
import type { PriceList } from '../model/price.ts';
import type { UserInfo } from '../model/user.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type SubscriptionInput = {
  /** owner of the page: a user's id, empty for a guest, null until the visitor is known */
  visitor: string | null;
};

export type SubscriptionContext = SubscriptionInput & {
  /** null until plan and orders are loaded */
  membership: Membership | null;
  /** why plan and orders could not be loaded, or why the last press had no effect */
  failure: PortFailure | null;
  /** effect of the last press, or null if it had none */
  outcome: 'resumed' | 'retried' | 'changed' | 'notChanged' | null;
  /** the products; null until a change of plan was started */
  prices: PriceList | null;
  /** product code of the plan to change to, or null */
  chosen: string | null;
  preview: ChangePreview | null;
};

export type CancellationKind = 'cancel' | 'withdraw';

export type SubscriptionEvent =
  | { type: 'membership.retried' }
  /**
   * opens the dialog for visitors who are not signed in, who enter an order code and a mailed code
   */
  | { type: 'codeWay.chosen'; kind: CancellationKind }
  | { type: 'cancel.pressed' }
  | { type: 'withdraw.pressed'; code: string }
  | { type: 'resume.pressed' }
  | { type: 'renewal.pressed' }
  | { type: 'change.pressed' }
  /** loads older orders */
  | { type: 'olderOrders.pressed' }
  | { type: 'plan.chosen'; productCode: string }
  | { type: 'change.confirmed' }
  | { type: 'change.left' }
  /** from the dialog that cancels plans and withdraws from orders */
  | { type: 'membership.changed' }
  | ServerChanged
  | { type: 'user.changed'; user: UserInfo | null }
  | { type: 'connection.restored' };

declare module '../charts.ts' {
  interface ChartEvents {
    subscription: SubscriptionEvent;
  }
}
