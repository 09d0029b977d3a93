import Cookies from 'js-cookie';
import type { CodeUse, PendingCode } from '../../../machines/model/account.ts';

const key = 'lightwell.code';
/** Read by the inline boot: a page that is loaded again starts at once. */
const mark = 'lightwell_code';
/** as long as the server takes it */
const lastsMs = 600_000;

type Kept = {
  address: string;
  use: CodeUse;
  resendAt: number;
  endsAt: number;
  /** the visitor has closed the dialog: it waits for a press */
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

/** What this tab has asked for and not used; null when that is over. */
export function readPendingCode(now: number): PendingCode | null {
  const kept = read(now);
  if (!kept) return null;
  const { address, use, resendAt } = kept;
  return { address, use, resendAfterMs: Math.max(0, resendAt - now) };
}

/** Whether the dialog that asks for the code was open when the page was left. */
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

/** The code can still be typed, but no page asks for it by itself. */
export function closePendingCode(now: number) {
  const kept = read(now);
  if (kept) keep({ ...kept, isClosed: true });
  Cookies.remove(mark, { path: '/' });
}
