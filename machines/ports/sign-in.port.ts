import type { CodePurpose, NewSession, PendingCode, Proof } from '../model/account.ts';
import type { PortCall } from './port.ts';

export type SignInPort = {
  /** A code that this device has asked for and not used; null when there is none or it has expired. */
  findPendingCode: PortCall<void, { pending: PendingCode | null; hasProvider: boolean }>;
  /** Remembers on this device that a code is on its way, for a reload; null forgets it, and a mailed link. */
  keepPendingCode: PortCall<{ pending: PendingCode | null }, void>;
  /**
   * GET /v1/user/email/{email}/code, or with its type (R23). Resolves with the milliseconds after
   * which another may be asked for. Whether the address has an account cannot be told from it.
   */
  sendCode: PortCall<{ address: string; purpose: CodePurpose }, { resendAfterMs: number }>;
  /** Forgets the mailed link that this tab keeps. */
  forgetLink: PortCall<void, void>;
  /** The address that a mailed link signs in; it is not used up. Rejects as `signIn` does. */
  lookAtLink: PortCall<{ link: string }, { address: string }>;
  /**
   * Shows the proof to the call for its kind (R24 to R28). Rejects with `refused` and a code of
   * contract/error-codes.ts.
   */
  signIn: PortCall<Proof, NewSession>;
  /**
   * Opens the identity provider's window and waits for its proof. Rejects with `refused` and code
   * `popup_blocked`, `popup_closed` or `provider_refused`.
   */
  askProvider: PortCall<void, { idToken: string }>;
};
