import type { UserInfo } from '../model/user.ts';
import type { PortCall } from './port.ts';

export type SessionPort = {
  /** The user of the cookies `user_info` and `user_token` (R21); null for a guest. */
  restoreSession: PortCall<void, UserInfo | null>;
  /** GET /v1/user (R12); a guest's answer has no id. */
  refreshUser: PortCall<void, UserInfo>;
  /** Removes both cookies (R21). */
  clearSession: PortCall<void, void>;
};
