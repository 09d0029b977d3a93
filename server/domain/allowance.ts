import { AppError } from '../errors.ts';
import { creditsReleased, creditsUsed, reserveCredits } from '../store/credit-lines.store.ts';
import type { Database, Tx } from '../store/database.ts';
import type { Owner } from './principal.ts';
import { createRecent } from './recent.ts';

/** The UTC day, `2026-11-20`. */
export const dayOf = (date: Date) => date.toISOString().slice(0, 10);

const endOfDay = (date: Date) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1));

/**
 * Work that its owner cancelled after it had begun is not charged, but it was done: of a day's
 * allowance so many times its credits may go that way (0202).
 */
const abandonedShare = 2;

export type Allowance = { limit: number; used: number; resetsAt: Date };

/** What every page asks for: it is read again only after something was booked. */
export function createAllowances({
  db,
  limit,
  now,
}: {
  db: Database;
  limit: number;
  now: () => Date;
}): (owner: Owner | null) => Promise<Allowance> {
  const recent = createRecent<number>({
    most: 10_000,
    keepMs: () => 60_000,
    stamp: db.transactionsEnded,
  });
  return async (owner) => {
    const time = now();
    const day = dayOf(time);
    const used = owner
      ? await recent.get(`${owner.id} ${day}`, () => creditsUsed(db, owner.id, day))
      : 0;
    return { limit, used, resetsAt: endOfDay(time) };
  };
}

/**
 * Takes `credits` from today's allowance. The caller holds the lock of the owner's purse, so that no
 * other start comes between the sum and the line.
 * @throws AppError daily_limit, rate_limited
 */
export async function reserveFromAllowance(
  tx: Tx,
  wish: {
    ownerId: string;
    purseId: string;
    taskId: string;
    credits: number;
    limit: number;
    now: Date;
  },
): Promise<void> {
  const day = dayOf(wish.now);
  const { purseId } = wish;
  const abandoned = await creditsReleased(tx, { purseId, day, reasons: ['task.abandoned'] });
  if (abandoned + wish.credits > wish.limit * abandonedShare) {
    throw new AppError('rate_limited', `${abandoned} credits of work were abandoned today`);
  }
  const used = await creditsUsed(tx, wish.ownerId, day);
  if (used + wish.credits > wish.limit) {
    throw new AppError('daily_limit', `${wish.credits} credits asked, ${wish.limit - used} left`);
  }
  await reserveCredits(tx, { ...wish, day });
}
