import type { LedgerPage } from '../model/ledger.ts';
import type {
  AccountWish,
  OwnAccount,
  OwnCodePurpose,
  OwnSession,
  Preferences,
} from '../model/own-account.ts';
import type { PortCall } from './port.ts';

/** The user's account. Every call rejects with code 10009 if the user is not signed in. */
export type AccountPort = {
  /** GET /v1/user/account */
  loadAccount: PortCall<void, OwnAccount>;
  /** POST /v1/user/preferences */
  savePreferences: PortCall<Preferences, OwnAccount>;
  /** GET /v1/user-session: most recently used sessions first. */
  listSessions: PortCall<void, readonly OwnSession[]>;
  /**
   * DELETE /v1/user-session/{id}: signs that device out. A session that has already ended is not an
   * error.
   */
  endOneSession: PortCall<{ id: string }, void>;
  /** POST /v1/user-session/end-others: signs out every other session. */
  endOtherSessions: PortCall<void, void>;
  /** GET /v1/user/credits: with a cursor, the ledger lines before it. */
  loadCredits: PortCall<{ cursor: string | null }, LedgerPage>;
  /** GET /v1/user/credits.csv: the browser saves the file. */
  saveCreditsFile: PortCall<void, void>;
  /**
   * POST /v1/user/export: mails a link to the file. A second request within an hour gets the same
   * file.
   */
  requestExport: PortCall<void, void>;
  /**
   * GET /v1/user/{type}/email/{email}/code. For `changeEmail`, the address is the new one, and the
   * current address gets a code as well. For other purposes, the address is the current one.
   */
  sendOwnCode: PortCall<{ address: string; purpose: OwnCodePurpose }, { resendAfterMs: number }>;
  /**
   * Calls the endpoint for the kind of change. Null after a deletion, because no account remains.
   */
  changeAccount: PortCall<AccountWish, OwnAccount | null>;
};
