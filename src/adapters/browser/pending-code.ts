import Cookies from 'js-cookie';
import type { PendingCode } from '../../../machines/model/account.ts';

const key = 'lightwell.code';
/** Read by the inline boot: a page that is loaded again starts at once. */
const mark = 'lightwell_code';
/** as long as the server takes it */
const lastsMs = 600_000;

type Kept = { address: string; purpose: PendingCode['purpose']; resendAt: number; endsAt: number };

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { address, purpose, resendAt, endsAt } = value as Record<string, unknown>;
  return (
    typeof address === 'string' &&
    (purpose === 'signIn' || purpose === 'resetPassword') &&
    typeof resendAt === 'number' &&
    typeof endsAt === 'number'
  );
}

function read(): Kept | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isKept(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What this tab has asked for and not used; null when that is over. */
export function readPendingCode(now: number): PendingCode | null {
  const kept = read();
  if (!kept || kept.endsAt <= now) return null;
  const { address, purpose, resendAt } = kept;
  return { address, purpose, resendAfterMs: Math.max(0, resendAt - now) };
}

export function writePendingCode(pending: PendingCode | null, now: number) {
  if (!pending) {
    sessionStorage.removeItem(key);
    Cookies.remove(mark, { path: '/' });
    return;
  }
  const { address, purpose, resendAfterMs } = pending;
  const kept: Kept = { address, purpose, resendAt: now + resendAfterMs, endsAt: now + lastsMs };
  sessionStorage.setItem(key, JSON.stringify(kept));
  Cookies.set(mark, '1', { path: '/', sameSite: 'lax', expires: new Date(kept.endsAt) });
}
