import Cookies from 'js-cookie';
import type { KeptSession, UserInfo } from '../../../machines/model/user.ts';

/* R21: 30 days each. */
const keptDays = 30;
const attributes = { expires: keptDays, path: '/', sameSite: 'lax' } as const;

function isUser(value: unknown): value is KeptSession['user'] {
  if (typeof value !== 'object' || value === null) return false;
  const { id, vipStatus, subscriptionStatus } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    id !== '' &&
    Number.isInteger(vipStatus) &&
    Number.isInteger(subscriptionStatus)
  );
}

function readUser(): KeptSession['user'] | null {
  try {
    const value: unknown = JSON.parse(Cookies.get('user_info') ?? 'null');
    return isUser(value) ? { ...value, allowance: value.allowance ?? null } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Null for a guest, for a token alone and for user info without an id. */
export function readSession(): KeptSession | null {
  const user = readUser();
  return user && { user, token: Cookies.get('user_token') ?? '' };
}

/** Keeps a signed-in user; a guest clears what was kept. */
export function writeUserCookie(user: UserInfo | null) {
  if (user?.id) Cookies.set('user_info', JSON.stringify(user), attributes);
  else Cookies.remove('user_info', { path: '/' });
}

export function removeSessionCookies() {
  Cookies.remove('user_info', { path: '/' });
  Cookies.remove('user_token', { path: '/' });
}
