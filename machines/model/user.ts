/** What a guest may still use today, in credits; `resetsAt` is an ISO instant. */
type Allowance = { limit: number; used: number; resetsAt: string };

/** The answer of GET /v1/user; a guest has no id. */
export type UserInfo = {
  id?: string | undefined;
  vipStatus: number;
  subscriptionStatus: number;
  allowance: Allowance | null;
};

export const isLoggedIn = (user: UserInfo | null): boolean => Boolean(user?.id);
export const isVip = (user: UserInfo | null): boolean => user?.vipStatus === 1;
export const isSubscribed = (user: UserInfo | null): boolean => user?.subscriptionStatus === 1;
