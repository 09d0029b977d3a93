import Cookies from 'js-cookie';
import type { CodeUse, PendingCode } from '../../../machines/model/account.ts';

const key = 'lightwell.code';
/**
 * The storage key. The inline boot also looks for this key, and then starts a reloaded page
 * immediately.
 */
const mark = 'lightwell_code';
/** time in milliseconds for which the server accepts a code */
const lastsMs = 600_000;

type Kept = {
  address: string;
  use: CodeUse;
  resendAt: number;
  endsAt: number;
  /** true if the visitor closed the dialog, so that a reload does not open the dialog again */
  isClosed: boolean;
};

const uses = ['signIn', 'signUp', 'reset', 'provider'] satisfies CodeUse[] as readonly unknown[];

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { address, use, resendAt, endsAt, isClosed } = value as Record<string, unknown>;
  return (
    typeof address === 'string' &&
    uses.includes(use) &&
    typeof resendAt === 'number' &&
    typeof endsAt === 'number' &&
    typeof isClosed === 'boolean'
  );
}

function read(now: number): Kept | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isKept(value) && value.endsAt > now ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const keep = (kept: Kept) => sessionStorage.setItem(key, JSON.stringify(kept));

/**
 * Returns the unused code that this tab requested, or null if no code was requested or the code has
 * expired.
 */
export function readPendingCode(now: number): PendingCode | null {
  const kept = read(now);
  if (!kept) return null;
  const { address, use, resendAt } = kept;
  return { address, use, resendAfterMs: Math.max(0, resendAt - now) };
}

/** True if the dialog for the code was open when the page was left. */
export const isCodeAskedFor = (now: number): boolean => read(now)?.isClosed === false;

export function writePendingCode(pending: PendingCode | null, now: number) {
  if (!pending) {
    sessionStorage.removeItem(key);
    Cookies.remove(mark, { path: '/' });
    return;
  }
  const { address, use, resendAfterMs } = pending;
  const endsAt = now + lastsMs;
  keep({ address, use, resendAt: now + resendAfterMs, endsAt, isClosed: false });
  Cookies.set(mark, '1', { path: '/', sameSite: 'lax', expires: new Date(endsAt) });
}

/**
 * Stores that the visitor closed the dialog. The code stays valid, but the dialog no longer opens
 * by itself.
 */
export function closePendingCode(now: number) {
  const kept = read(now);
  if (kept) keep({ ...kept, isClosed: true });
  Cookies.remove(mark, { path: '/' });
}
