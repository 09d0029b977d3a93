/** What a guest may still use today, in credits; `resetsAt` is an ISO instant. */
export type Allowance = { limit: number; used: number; resetsAt: string };

/** What a user has besides the free credits of the day. */
export type Credits = {
  balance: number;
  /** what is used first; null where nothing expires. `at` is an ISO instant */
  expiresNext: { amount: number; at: string } | null;
};

/** The answer of GET /v1/user; a guest has no id. */
export type UserInfo = {
  id?: string | undefined;
  /** of the account; unknown of a user whom only the cookies know yet */
  email?: string | undefined;
  vipStatus: number;
  subscriptionStatus: number;
  allowance: Allowance | null;
  /** null for a guest; absent of a user whom only the cookies know yet */
  credits?: Credits | null | undefined;
};

/** What the cookies `user_info` and `user_token` hold of a signed-in user (R21). */
export type KeptSession = { user: UserInfo & { id: string }; token: string };

/** Who makes a call (R22). */
export type Caller = { kind: 'guest' } | { kind: 'user'; token: string };

export const isLoggedIn = (user: UserInfo | null): boolean => Boolean(user?.id);
/** @public R20; no page shows it before there are accounts */
export const isVip = (user: UserInfo | null): boolean => user?.vipStatus === 1;
export const isSubscribed = (user: UserInfo | null): boolean => user?.subscriptionStatus === 1;
