import type { KeptSession, UserInfo } from '../model/user.ts';
import type { PortCall, PortStream } from './port.ts';

/** Another tab has signed in or out; `kept` is what the cookies hold now. */
export type SessionElsewhere = { type: 'session.elsewhere'; kept: KeptSession | null };

export type SessionPort = {
  /**
   * What the cookies `user_info` and `user_token` hold (R21); null for a guest, and that is
   * everybody without a user id. Rejects with `unsupported` where the browser refuses cookies, as
   * the next two do.
   */
  restoreSession: PortCall<void, KeptSession | null>;
  /** Stores a signed-in user and the token in both cookies, for 30 days from now (R21). */
  keepUser: PortCall<KeptSession, void>;
  /** Removes both cookies (R21). */
  clearSession: PortCall<void, void>;
  /** Tells when another tab of this browser has signed in or out. */
  watchSession: PortStream<void, SessionElsewhere>;
  /**
   * Why the sign-in dialog opens with the page: a mailed link in the address, which is taken out of it
   * and kept for this tab (R27), or a code that was asked for before a reload. Null without a reason.
   */
  findEntry: PortCall<void, { link: string | null } | null>;
  /**
   * The visitor has closed the dialog: no page opens it again by itself. A code can still be typed
   * after the next press; a mailed link is forgotten.
   */
  closeEntry: PortCall<void, void>;
  /** DELETE /v1/user-session/current with this token: nobody can use it any more. */
  endSession: PortCall<{ token: string }, void>;
  /** GET /v1/user (R12); a guest's answer has no id. */
  refreshUser: PortCall<void, UserInfo>;
};
