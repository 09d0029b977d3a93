import type { LedgerPage } from '../model/ledger.ts';
import type {
  AccountWish,
  OwnAccount,
  OwnCodePurpose,
  OwnSession,
  Preferences,
} from '../model/own-account.ts';
import type { PortCall } from './port.ts';

/** What a user does with the account. Every call rejects with code 10009 when nobody is signed in. */
export type AccountPort = {
  /** GET /v1/user/account */
  loadAccount: PortCall<void, OwnAccount>;
  /** POST /v1/user/preferences */
  savePreferences: PortCall<Preferences, OwnAccount>;
  /** GET /v1/user-session: the session used last first. */
  listSessions: PortCall<void, readonly OwnSession[]>;
  /** DELETE /v1/user-session/{id}: signs that device out; one that is over already is no error. */
  endOneSession: PortCall<{ id: string }, void>;
  /** POST /v1/user-session/end-others: signs out everywhere but here. */
  endOtherSessions: PortCall<void, void>;
  /** GET /v1/user/credits: with a cursor the lines before it. */
  loadCredits: PortCall<{ cursor: string | null }, LedgerPage>;
  /** GET /v1/user/credits.csv: hands the file to the browser, which saves it. */
  saveCreditsFile: PortCall<void, void>;
  /** POST /v1/user/export: its link is mailed. Asked for again within an hour, it is the same one. */
  requestExport: PortCall<void, void>;
  /**
   * GET /v1/user/{type}/email/{email}/code. `changeEmail` takes the new address and mails a code to the
   * present one, too; the others take the present address.
   */
  sendOwnCode: PortCall<{ address: string; purpose: OwnCodePurpose }, { resendAfterMs: number }>;
  /** Shows the wish to the call for its kind; what is deleted has no account any more. */
  changeAccount: PortCall<AccountWish, OwnAccount | null>;
};
