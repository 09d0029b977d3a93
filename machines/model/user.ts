/** A guest's allowance for today, in credits; `resetsAt` is an ISO instant. */
export type Allowance = { limit: number; used: number; resetsAt: string };

/** Credits of a user besides today's allowance. */
export type Credits = {
  balance: number;
  /** next credits to expire, or null if none expire. `at` is an ISO instant */
  expiresNext: { amount: number; at: string } | null;
};

/** The answer of GET /v1/user; a guest has no id. */
export type UserInfo = {
  id?: string | undefined;
  /** absent for a guest, and for a user known only from the cookies */
  email?: string | undefined;
  vipStatus: number;
  subscriptionStatus: number;
  allowance: Allowance | null;
  /** null for a guest; absent for a user known only from the cookies */
  credits?: Credits | null | undefined;
};

/** Content of the cookies `user_info` and `user_token` for a signed-in user (R21). */
export type KeptSession = { user: UserInfo & { id: string }; token: string };

/** The identity used for a call (R22). */
export type Caller = { kind: 'guest' } | { kind: 'user'; token: string };

export const isLoggedIn = (user: UserInfo | null): boolean => Boolean(user?.id);
/** @public R20; no page shows it before there are accounts */
export const isVip = (user: UserInfo | null): boolean => user?.vipStatus === 1;
export const isSubscribed = (user: UserInfo | null): boolean => user?.subscriptionStatus === 1;
