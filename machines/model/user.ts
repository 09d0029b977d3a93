import type { UserInfo } from '../../contract/user.ts';

export type { Allowance, Credits, UserInfo } from '../../contract/user.ts';

/** The content of the cookies `user_info` and `user_token` for a signed-in user (R21). */
export type KeptSession = { user: UserInfo & { id: string }; token: string };

/** The identity that a call is sent with (R22). */
export type Caller = { kind: 'guest' } | { kind: 'user'; token: string };

export const isLoggedIn = (user: UserInfo | null): boolean => Boolean(user?.id);
/** @public R20; no page shows this value before there are accounts */
export const isVip = (user: UserInfo | null): boolean => user?.vipStatus === 1;
export const isSubscribed = (user: UserInfo | null): boolean => user?.subscriptionStatus === 1;
