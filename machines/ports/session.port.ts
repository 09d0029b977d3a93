import type { KeptSession, UserInfo } from '../model/user.ts';
import type { PortCall, PortStream } from './port.ts';

/** Another tab has signed in or out; `kept` is the new content of the cookies. */
export type SessionElsewhere = { type: 'session.elsewhere'; kept: KeptSession | null };

export type SessionPort = {
  /**
   * Content of the cookies `user_info` and `user_token` (R21), or null for a guest, which is anyone without a user
   * id. Rejects with `unsupported` if the browser refuses cookies, as do the next two.
   */
  restoreSession: PortCall<void, KeptSession | null>;
  /** Stores a signed-in user and the token in both cookies, for 30 days from now (R21). */
  keepUser: PortCall<KeptSession, void>;
  /** Removes both cookies (R21). */
  clearSession: PortCall<void, void>;
  /** Emits when another tab of this browser has signed in or out. */
  watchSession: PortStream<void, SessionElsewhere>;
  /**
   * Why the sign-in dialog opens with the page: a mailed link in the address, which is removed from it and
   * stored for this tab (R27), or a code that was requested before a reload. Null without a reason.
   */
  findEntry: PortCall<void, { link: string | null } | null>;
  /**
   * Called when the visitor closes the dialog, which then no longer opens with a page. The code can still be
   * typed when the dialog is opened again; a mailed link is removed.
   */
  closeEntry: PortCall<void, void>;
  /** DELETE /v1/user-session/current with this token, which then becomes invalid. */
  endSession: PortCall<{ token: string }, void>;
  /** GET /v1/user (R12); a guest's answer has no id. */
  refreshUser: PortCall<void, UserInfo>;
};
