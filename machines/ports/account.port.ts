import type { LedgerPage } from '../model/ledger.ts';
import type {
  AccountWish,
  OwnAccount,
  OwnCodePurpose,
  OwnSession,
  Preferences,
} from '../model/own-account.ts';
import type { PortCall } from './port.ts';

/** The user's account. Every call rejects with code 10009 without a signed-in user. */
export type AccountPort = {
  /** GET /v1/user/account */
  loadAccount: PortCall<void, OwnAccount>;
  /** POST /v1/user/preferences */
  savePreferences: PortCall<Preferences, OwnAccount>;
  /** GET /v1/user-session: most recently used sessions first. */
  listSessions: PortCall<void, readonly OwnSession[]>;
  /** DELETE /v1/user-session/{id}: signs that device out; an ended session is not an error. */
  endOneSession: PortCall<{ id: string }, void>;
  /** POST /v1/user-session/end-others: signs out every other session. */
  endOtherSessions: PortCall<void, void>;
  /** GET /v1/user/credits: with a cursor, the ledger lines before it. */
  loadCredits: PortCall<{ cursor: string | null }, LedgerPage>;
  /** GET /v1/user/credits.csv: hands the file to the browser, which saves it. */
  saveCreditsFile: PortCall<void, void>;
  /** POST /v1/user/export: the link is mailed. A second request within an hour gets the same file. */
  requestExport: PortCall<void, void>;
  /**
   * GET /v1/user/{type}/email/{email}/code. `changeEmail` takes the new address and also mails a code to the
   * current one; the others take the current address.
   */
  sendOwnCode: PortCall<{ address: string; purpose: OwnCodePurpose }, { resendAfterMs: number }>;
  /** Sends the change to the call for its kind. Null after a deletion, which leaves no account. */
  changeAccount: PortCall<AccountWish, OwnAccount | null>;
};
