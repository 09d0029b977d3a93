import { AppError } from '../../errors.ts';
import type { Tx } from '../../store/database.ts';
import { type CodePurpose, lastCodeAt, nthCodeAt } from '../../store/email-codes.store.ts';

const pauseMs = 60_000;
const maxSkewMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export type CodeWish = {
  address: string;
  purpose: CodePurpose;
  network: string;
  /** a browser that has signed in to the address before asks */
  isKnown: boolean;
};

/** How many codes are mailed. Known and unknown addresses are counted alike. */
export type CodeLimits = {
  /** within an hour because one network asked for them, whoever they are for */
  codesPerNetwork: number;
  /** within an hour for one address because one network asked for them */
  codesPerNetworkAndAddress: number;
  /** of one kind within 24 hours for one address, whoever asks */
  codesPerAddress: number;
  /** as many more, which only browsers get that have signed in to the address before */
  codesForKnownBrowsers: number;
};

/** Codes that count together, and for how long. */
type Limit = { of: Partial<Omit<CodeWish, 'isKnown'>>; most: number; windowMs: number };

/** Strangers cannot use up what is left to known browsers; both together bound how often is guessed. */
const mostPerAddress = (limits: CodeLimits, { isKnown }: CodeWish): number =>
  limits.codesPerAddress + (isKnown ? limits.codesForKnownBrowsers : 0);

const limitsOf = (limits: CodeLimits, wish: CodeWish): Limit[] => {
  const { address, purpose, network } = wish;
  return [
    { of: { address, purpose }, most: mostPerAddress(limits, wish), windowMs: dayMs },
    { of: { address, network }, most: limits.codesPerNetworkAndAddress, windowMs: hourMs },
    { of: { network }, most: limits.codesPerNetwork, windowMs: hourMs },
  ];
};

/** Until the oldest of the codes that fill the limit does not count any more; 0 where there is room. */
async function waitOf(tx: Tx, { of, most, windowMs }: Limit, time: number): Promise<number> {
  const oldest = await nthCodeAt(tx, of, { since: new Date(time - windowMs), n: most });
  // A clock that was set back keeps nobody waiting for longer than the limit lasts.
  return oldest ? Math.min(oldest.getTime() + windowMs - time, windowMs) : 0;
}

/** Too soon is only what would be a second copy: the mailbox has a code of that kind that still works. */
async function refuseSecondCopy(tx: Tx, wish: CodeWish, time: number) {
  const last = await lastCodeAt(tx, wish);
  const waitMs = last ? last.getTime() + pauseMs - time : 0;
  // Clocks of servers differ a little. A clock that was set back by more keeps nobody waiting.
  if (waitMs > 0 && waitMs <= pauseMs + maxSkewMs) {
    const retryAfterMs = Math.min(waitMs, pauseMs);
    throw new AppError('code_too_soon', `${retryAfterMs} ms left`, { retryAfterMs });
  }
}

/**
 * The address is locked by the caller, so nobody else makes a code for it meanwhile.
 * @throws AppError code_too_soon, rate_limited
 */
export async function refuseTooMany(tx: Tx, wish: CodeWish, limits: CodeLimits, now: Date) {
  const time = now.getTime();
  await refuseSecondCopy(tx, wish, time);
  const waits = [];
  for (const limit of limitsOf(limits, wish)) waits.push(await waitOf(tx, limit, time));
  const retryAfterMs = Math.max(...waits);
  if (retryAfterMs > 0) {
    throw new AppError('rate_limited', 'enough codes for now', { retryAfterMs });
  }
}

/** The milliseconds until another code may be made. */
export const resendAfterMs = pauseMs;
