import type { KeptSession, UserInfo } from '../model/user.ts';
import type { PortCall, PortStream } from './port.ts';

/**
 * Another tab has signed in or out. `kept` is the new content of the cookies. `ended` is the token
 * of the session that has ended, or null if another session has begun or the token is unknown.
 */
export type SessionElsewhere = {
  type: 'session.elsewhere';
  kept: KeptSession | null;
  ended: string | null;
};

export type SessionPort = {
  /**
   * The content of the cookies `user_info` and `user_token` (R21), or null for a guest. A visitor
   * without a user id is a guest. Rejects with `unsupported` if cookies are refused, like the next
   * two calls.
   */
  restoreSession: PortCall<void, KeptSession | null>;
  /** Stores a signed-in user and the token in both cookies, for 30 days from now (R21). */
  keepUser: PortCall<KeptSession, void>;
  /**
   * Removes both cookies (R21), unless they contain another session by now, because another tab has
   * signed in.
   */
  clearSession: PortCall<{ token: string }, void>;
  /** Emits when another tab of this browser has signed in or out. */
  watchSession: PortStream<void, SessionElsewhere>;
  /**
   * The reason to open the sign-in dialog with the page, or null. The reason is a mailed link (R27)
   * or a code that was requested before a reload. The link is moved from the address to this tab's
   * storage.
   */
  findEntry: PortCall<void, { link: string | null } | null>;
  /**
   * Called when the visitor closes the dialog, so that it no longer opens with the page. The
   * visitor can still open the dialog and type the code. A mailed link is removed.
   */
  closeEntry: PortCall<void, void>;
  /** DELETE /v1/user-session/current with this token, which becomes invalid. */
  endSession: PortCall<{ token: string }, void>;
  /** GET /v1/user (R12). A guest's answer has no id. */
  refreshUser: PortCall<void, UserInfo>;
};
