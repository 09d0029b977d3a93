import type { ServerChanged } from '../app/app.types.ts';
import type { DialogAnswered } from '../dialogs/dialogs.types.ts';
import type { NewSession } from '../model/account.ts';
import type { KeptSession, UserInfo } from '../model/user.ts';
import type { SessionElsewhere } from '../ports/session.port.ts';

export type SessionContext = {
  /** the user from the server or the cookies, or null while unknown */
  user: UserInfo | null;
  /** empty for a guest */
  token: string;
  /** token of a session that has ended here but not yet on the server, or null */
  leftToken: string | null;
  /** token of the last session that has ended in this tab; its cookies are removed */
  endedToken: string;
};

export type SessionEvent =
  /** the server reported that the session has ended (R36) */
  | { type: 'session.cleared' }
  | { type: 'signIn.pressed' }
  | { type: 'signOut.pressed' }
  /** the visitor has signed in */
  | { type: 'session.begun'; session: NewSession }
  | SessionElsewhere
  /** the sign-in dialog has closed */
  | DialogAnswered
  /** the data of the user may have changed, so the user is loaded again */
  | { type: 'user.outdated' }
  | ServerChanged
  | { type: 'connection.restored' }
  /** the server's answer, which this chart raises for all its regions */
  | { type: 'user.answered'; user: UserInfo };

export type Restored = { kept: KeptSession | null };

declare module '../charts.ts' {
  interface ChartEvents {
    session: SessionEvent;
  }
}
