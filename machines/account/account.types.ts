import type { ServerChanged } from '../app/app.types.ts';
import type { DialogAnswered } from '../dialogs/dialogs.types.ts';
import type { LedgerPage } from '../model/ledger.ts';
import type { Locale } from '../model/locale.ts';
import type { OwnAccount, OwnSession, Preferences, RecordClock } from '../model/own-account.ts';
import type { UserInfo } from '../model/user.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type AccountInput = {
  /** whose page it is: a user's id, empty for a guest; null while nobody knows */
  visitor: string | null;
  /** the visitor followed the link to a copy that is gone */
  isCopyOver: boolean;
};

export type AccountContext = AccountInput & {
  /** null until it is loaded */
  account: OwnAccount | null;
  /** why it could not be loaded */
  failure: PortFailure | null;
  /** what the mail choices are to be */
  wanted: Preferences | null;
  /** why they could not be saved */
  preferencesFailure: PortFailure | null;
  /** null until they are loaded */
  credits: LedgerPage | null;
  /** why they, or older lines, could not be loaded */
  creditsFailure: PortFailure | null;
  /** why they could not be saved as a file */
  fileFailure: PortFailure | null;
  /** the one that was used last first */
  sessions: readonly OwnSession[];
  /** the session that is being ended */
  endingId: string | null;
  /** why the sessions could not be loaded, or one of them not ended */
  sessionsFailure: PortFailure | null;
  /** why no copy was asked for */
  exportFailure: PortFailure | null;
  clock: RecordClock;
  /** the records that are counted again behind it, so far */
  recount: RecordClock & { cursor: string | null };
  /** of the next page of records to be counted; null for the first, and after the last */
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
  /** from the dialog in which it was changed */
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
