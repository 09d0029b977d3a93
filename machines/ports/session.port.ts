import type { UserInfo } from '../model/user.ts';
import type { PortCall } from './port.ts';

export type SessionPort = {
  /**
   * The user of the cookies `user_info` and `user_token` (R21); null for a guest. Rejects with
   * `unsupported` where the browser refuses cookies, as the next two do.
   */
  restoreSession: PortCall<void, UserInfo | null>;
  /** Puts a signed-in user into the cookie `user_info` (R21); a guest ends what was in it. */
  keepUser: PortCall<{ user: UserInfo | null }, void>;
  /** Removes both cookies (R21). */
  clearSession: PortCall<void, void>;
  /** GET /v1/user (R12); a guest's answer has no id. */
  refreshUser: PortCall<void, UserInfo>;
};
