import type { Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { type CodePurpose, lastCodeAt, nthCodeAt } from './email-codes.store.ts';

const pauseMs = 60_000;
const maxSkewMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export type CodeRequest = {
  address: string;
  purpose: CodePurpose;
  subnet: string;
  /** true if this browser has signed in to the email address before */
  isKnown: boolean;
};

/** Limits on mailed codes. Email addresses with and without an account are counted alike. */
export type CodeLimits = {
  /** codes per hour and subnet, for all email addresses together */
  codesPerSubnet: number;
  /** codes per hour, subnet and email address */
  codesPerSubnetAndAddress: number;
  /** codes per 24 hours, kind and email address, for all callers together */
  codesPerAddress: number;
  /** extra codes reserved for browsers that have signed in to this email address before */
  codesForKnownBrowsers: number;
};

/**
 * The codes that are counted together, their maximum number, and the time window in milliseconds.
 */
type Limit = { of: Partial<Omit<CodeRequest, 'isKnown'>>; most: number; windowMs: number };

/**
 * Returns the limit of codes for one email address. Other browsers cannot use up the extra codes of
 * known browsers. The total limits the number of guesses.
 */
const mostPerAddress = (limits: CodeLimits, { isKnown }: CodeRequest): number =>
  limits.codesPerAddress + (isKnown ? limits.codesForKnownBrowsers : 0);

const limitsOf = (limits: CodeLimits, request: CodeRequest): Limit[] => {
  const { address, purpose, subnet } = request;
  return [
    { of: { address, purpose }, most: mostPerAddress(limits, request), windowMs: dayMs },
    { of: { address, subnet }, most: limits.codesPerSubnetAndAddress, windowMs: hourMs },
    { of: { subnet }, most: limits.codesPerSubnet, windowMs: hourMs },
  ];
};

/**
 * Returns the milliseconds until the oldest counted code is older than the window, or 0 if the
 * limit is not reached.
 */
async function waitOf(tx: Tx, { of, most, windowMs }: Limit, time: number): Promise<number> {
  const oldest = await nthCodeAt(tx, of, { since: new Date(time - windowMs), n: most });
  // If the clock was set back, the wait is at most the window.
  return oldest ? Math.min(oldest.getTime() + windowMs - time, windowMs) : 0;
}

/** Refuses a repeated request during the pause, because the last code of this kind still works. */
async function refuseSecondCopy(tx: Tx, request: CodeRequest, time: number) {
  const last = await lastCodeAt(tx, request);
  const waitMs = last ? last.getTime() + pauseMs - time : 0;
  // Clocks of servers differ a little. If the clock was set back by more than this difference,
  // there is no wait.
  if (waitMs > 0 && waitMs <= pauseMs + maxSkewMs) {
    const retryAfterMs = Math.min(waitMs, pauseMs);
    throw new AppError('code_too_soon', `wait ${retryAfterMs} ms before the next code`, {
      retryAfterMs,
    });
  }
}

/**
 * Refuses a request for a code beyond the limits. The caller holds the lock of the email address,
 * so that no other code is made concurrently.
 * @throws AppError code_too_soon, rate_limited
 */
export async function refuseTooMany(tx: Tx, request: CodeRequest, limits: CodeLimits, now: Date) {
  const time = now.getTime();
  await refuseSecondCopy(tx, request, time);
  const waits = [];
  for (const limit of limitsOf(limits, request)) waits.push(await waitOf(tx, limit, time));
  const retryAfterMs = Math.max(...waits);
  if (retryAfterMs > 0) {
    throw new AppError('rate_limited', 'too many codes were mailed', { retryAfterMs });
  }
}

/** Milliseconds until another code may be requested. */
export const resendAfterMs = pauseMs;
