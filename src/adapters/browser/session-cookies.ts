import Cookies from 'js-cookie';
import type { UserInfo } from '../../../machines/model/user.ts';

/* R21: 30 days each. */
const keptDays = 30;
const attributes = { expires: keptDays, path: '/', sameSite: 'lax' } as const;

function isUser(value: unknown): value is UserInfo & { id: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { id, vipStatus, subscriptionStatus } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    id !== '' &&
    Number.isInteger(vipStatus) &&
    Number.isInteger(subscriptionStatus)
  );
}

/** The user of the cookie `user_info`; null for a guest and for a cookie that says nothing. */
export function readUserCookie(): UserInfo | null {
  const text = Cookies.get('user_info') ?? 'null';
  try {
    const value: unknown = JSON.parse(text);
    return isUser(value) ? { ...value, allowance: value.allowance ?? null } : null;
  } catch {
    return null;
  }
}

/** Empty for a guest (R22); whom a browser without cookies cannot be told from. */
export function readToken(): string {
  try {
    return Cookies.get('user_token') ?? '';
  } catch {
    return '';
  }
}

/** Keeps a signed-in user; a guest has nothing to keep, and ends what was kept of somebody. */
export function writeUserCookie(user: UserInfo | null) {
  if (user?.id) Cookies.set('user_info', JSON.stringify(user), attributes);
  else Cookies.remove('user_info', { path: '/' });
}

export function removeSessionCookies() {
  Cookies.remove('user_info', { path: '/' });
  Cookies.remove('user_token', { path: '/' });
}
