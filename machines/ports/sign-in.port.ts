import type { CodePurpose, NewSession, PendingCode, Proof } from '../model/account.ts';
import type { PortCall } from './port.ts';

export type SignInPort = {
  /** A code that this device has requested and not used, or null if there is none or it has expired. */
  findPendingCode: PortCall<void, { pending: PendingCode | null; hasProvider: boolean }>;
  /** Stores on this device that a code is on its way, for a reload. Null removes it, and a mailed link. */
  keepPendingCode: PortCall<{ pending: PendingCode | null }, void>;
  /**
   * GET /v1/user/email/{email}/code, or with its type (R23). Resolves with the milliseconds until another may
   * be requested. The answer does not reveal whether the address has an account.
   */
  sendCode: PortCall<{ address: string; purpose: CodePurpose }, { resendAfterMs: number }>;
  /** Removes the mailed link stored for this tab. */
  forgetLink: PortCall<void, void>;
  /** The address that a mailed link signs in; does not use up the link. Rejects as `signIn` does. */
  lookAtLink: PortCall<{ link: string }, { address: string }>;
  /**
   * Sends the proof to the call for its kind (R24 to R28). Rejects with `refused` and a code of
   * contract/error-codes.ts.
   */
  signIn: PortCall<Proof, NewSession>;
  /**
   * Opens the identity provider's window and waits for its proof. Rejects with `refused` and code
   * `popup_blocked`, `popup_closed` or `provider_refused`.
   */
  askProvider: PortCall<void, { idToken: string }>;
};
