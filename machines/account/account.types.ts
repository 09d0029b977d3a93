import type { ServerChanged } from '../app/app.types.ts';
import type { DialogAnswered } from '../dialogs/dialogs.types.ts';
import type { LedgerPage } from '../model/ledger.ts';
import type { Locale } from '../model/locale.ts';
import type { OwnAccount, OwnSession, Preferences, RecordClock } from '../model/own-account.ts';
import type { UserInfo } from '../model/user.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type AccountInput = {
  /** owner of the page: a user's id, empty for a guest, null until the visitor is known */
  visitor: string | null;
  /**
   * true if the visitor followed a mailed link to a copy of the account's data, and that copy has
   * expired
   */
  isCopyOver: boolean;
};

export type AccountContext = AccountInput & {
  /** null until the account is loaded */
  account: OwnAccount | null;
  /** why the account could not be loaded */
  failure: PortFailure | null;
  /** the chosen mail settings */
  wanted: Preferences | null;
  /** why the mail settings could not be saved */
  preferencesFailure: PortFailure | null;
  /** null until the credits are loaded */
  credits: LedgerPage | null;
  /** why the credits, or older ledger lines, could not be loaded */
  creditsFailure: PortFailure | null;
  /** why the file could not be saved */
  fileFailure: PortFailure | null;
  sessions: readonly OwnSession[];
  /** id of the session that is being ended, or null */
  endingId: string | null;
  /** why the sessions could not be loaded, or a session could not be ended */
  sessionsFailure: PortFailure | null;
  /** why the request for a copy of the data failed */
  exportFailure: PortFailure | null;
  clock: RecordClock;
  /** intermediate result while the records are counted again in the background */
  recount: RecordClock & { cursor: string | null };
  /** cursor of the next page of records to count; null before the first and after the last page */
  cursor: string | null;
};

export type AccountChangeKind = 'password' | 'address' | 'deletion';

export type AccountEvent =
  | { type: 'account.retried' }
  | { type: 'locale.chosen'; locale: Locale }
  | { type: 'reminders.switched'; on: boolean }
  | { type: 'change.pressed'; kind: AccountChangeKind }
  | { type: 'sessions.retried' }
  | { type: 'session.ended'; id: string }
  | { type: 'otherSessions.ended' }
  | { type: 'credits.retried' }
  | { type: 'moreCredits.pressed' }
  | { type: 'creditsFile.pressed' }
  | { type: 'export.pressed' }
  | { type: 'clock.retried' }
  /** sent by the dialog that changed the account */
  | { type: 'account.changed'; account: OwnAccount }
  | DialogAnswered
  | ServerChanged
  | { type: 'user.changed'; user: UserInfo | null }
  | { type: 'connection.restored' };

declare module '../charts.ts' {
  interface ChartEvents {
    account: AccountEvent;
  }
}
