import type { CodePurpose, NewSession, PendingCode, Proof } from '../model/account.ts';
import type { PortCall } from './port.ts';

export type SignInPort = {
  /**
   * An unused code that this device has requested. `pending` is null if there is none, or the code
   * has expired.
   */
  findPendingCode: PortCall<void, { pending: PendingCode | null; hasProvider: boolean }>;
  /**
   * Stores on this device that a code was requested, so that a reload can restore the step. Null
   * removes the stored code and a mailed link.
   */
  keepPendingCode: PortCall<{ pending: PendingCode | null }, void>;
  /**
   * GET /v1/user/email/{email}/code, or the address with the code's type (R23). Resolves with the
   * milliseconds until the next request is allowed. The answer does not reveal whether the address
   * has an account.
   */
  sendCode: PortCall<{ address: string; purpose: CodePurpose }, { resendAfterMs: number }>;
  /** Removes the mailed link stored for this tab. */
  forgetLink: PortCall<void, void>;
  /** The address that a mailed link signs in. The link stays valid. Rejects like `signIn`. */
  lookAtLink: PortCall<{ link: string }, { address: string }>;
  /**
   * Sends the proof to the endpoint for its kind (R24 to R28). Rejects with `refused` and a code of
   * contract/error-codes.ts.
   */
  signIn: PortCall<Proof, NewSession>;
  /**
   * Opens the identity provider's window and resolves with its token. Rejects with `refused` and
   * code `popup_blocked`, `popup_closed` or `provider_refused`.
   */
  askProvider: PortCall<void, { idToken: string }>;
};
