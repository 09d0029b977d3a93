import type { ServerChanged } from '../app/app.types.ts';
import type { ChangePreview, Membership } from '../model/membership.ts';
import type { PriceList } from '../model/price.ts';
import type { UserInfo } from '../model/user.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type SubscriptionInput = {
  /** owner of the page: a user's id, empty for a guest, null until known */
  visitor: string | null;
};

export type SubscriptionContext = SubscriptionInput & {
  /** null until loaded */
  membership: Membership | null;
  /** why the membership could not be loaded, or the last press had no effect */
  failure: PortFailure | null;
  /** effect of the last press */
  outcome: 'resumed' | 'retried' | 'changed' | 'notChanged' | null;
  /** the products; null until a change of plan was started */
  prices: PriceList | null;
  /** the plan to change to */
  chosen: string | null;
  preview: ChangePreview | null;
};

export type CancellationKind = 'cancel' | 'withdraw';

export type SubscriptionEvent =
  | { type: 'membership.retried' }
  /** without a sign-in, by order code and mailed code */
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
  /** from the dialog for cancellations and withdrawals */
  | { type: 'membership.changed' }
  | ServerChanged
  | { type: 'user.changed'; user: UserInfo | null }
  | { type: 'connection.restored' };

declare module '../charts.ts' {
  interface ChartEvents {
    subscription: SubscriptionEvent;
  }
}
