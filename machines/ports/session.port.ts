import type { KeptSession, UserInfo } from '../model/user.ts';
import type { PortCall } from './port.ts';

export type SessionPort = {
  /**
   * What the cookies `user_info` and `user_token` hold (R21); null for a guest, and that is
   * everybody without a user id. Rejects with `unsupported` where the browser refuses cookies, as
   * the next two do.
   */
  restoreSession: PortCall<void, KeptSession | null>;
  /** Stores a signed-in user in the cookie `user_info` (R21); a guest clears it. */
  keepUser: PortCall<{ user: UserInfo | null }, void>;
  /** Removes both cookies (R21). */
  clearSession: PortCall<void, void>;
  /** GET /v1/user (R12); a guest's answer has no id. */
  refreshUser: PortCall<void, UserInfo>;
};
