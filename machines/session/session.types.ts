import type { UserInfo } from '../model/user.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type SessionContext = { user: UserInfo | null; failure: PortFailure | null };

export type SessionEvent =
  /** the server said so (R36), or the visitor signed out */
  | { type: 'session.cleared' }
  /** something may have changed the user: ask again */
  | { type: 'user.outdated' }
  | { type: 'connection.restored' };
