import Cookies from 'js-cookie';
import type { Allowance, KeptSession } from '../../../machines/model/user.ts';

/* Lifetime of both cookies in days (R21). */
const keptDays = 30;
const attributes = () => ({
  expires: keptDays,
  path: '/',
  sameSite: 'lax' as const,
  secure: location.protocol === 'https:',
});

const integerOr0 = (value: unknown): number => (Number.isInteger(value) ? Number(value) : 0);

function allowanceFrom(value: unknown): Allowance | null {
  if (typeof value !== 'object' || value === null) return null;
  const { limit, used, resetsAt } = value as Record<string, unknown>;
  const isWhole = Number.isInteger(limit) && Number.isInteger(used);
  if (!isWhole || typeof resetsAt !== 'string' || Number.isNaN(Date.parse(resetsAt))) return null;
  return { limit: Number(limit), used: Number(used), resetsAt };
}

/**
 * Returns the user if the value has an id, otherwise null. Only the id decides whether the visitor
 * is signed in (R20). Another page may have stored the id as a number.
 */
function userFrom(value: unknown): KeptSession['user'] | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, vipStatus, subscriptionStatus, allowance } = value as Record<string, unknown>;
  if ((typeof id !== 'string' && typeof id !== 'number') || id === '') return null;
  return {
    id: String(id),
    vipStatus: integerOr0(vipStatus),
    subscriptionStatus: integerOr0(subscriptionStatus),
    allowance: allowanceFrom(allowance),
  };
}

function readUser(): KeptSession['user'] | null {
  try {
    return userFrom(JSON.parse(Cookies.get('user_info') ?? 'null'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * A token must fit into a header. The cookie may contain any text, because another site on this
 * host may write it.
 */
const tokenShape = /^[\x21-\x7e]{0,512}$/;

/**
 * Returns the session in the cookies. Returns null for a guest: without user info, without an id,
 * or with an invalid token.
 */
export function readSession(): KeptSession | null {
  const user = readUser();
  const token = Cookies.get('user_token') ?? '';
  return user && tokenShape.test(token) ? { user, token } : null;
}

/**
 * Writes both cookies, which then last for 30 more days. The email address is not stored, because
 * the server returns the address at each visit.
 */
export function writeSession({ user, token }: KeptSession) {
  const { email: _, credits: __, ...kept } = user;
  Cookies.set('user_info', JSON.stringify(kept), attributes());
  Cookies.set('user_token', token, attributes());
}

export function removeSessionCookies() {
  Cookies.remove('user_info', { path: '/' });
  Cookies.remove('user_token', { path: '/' });
}
