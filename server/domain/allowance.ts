import { AppError } from '../errors.ts';
import { creditsUsed, reserveCredits } from '../store/credit-lines.store.ts';
import type { Database } from '../store/database.ts';
import type { Guest } from '../store/guests.store.ts';

/** The UTC day, `2026-11-20`. */
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

const endOfDay = (date: Date) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1));

export type Allowance = { limit: number; used: number; resetsAt: Date };

/** @param guest null for a visitor who has not started anything yet */
export async function allowanceOf(
  db: Database,
  guest: Guest | null,
  limit: number,
  now: Date,
): Promise<Allowance> {
  const used = guest ? await creditsUsed(db, guest.id, dayOf(now)) : 0;
  return { limit, used, resetsAt: endOfDay(now) };
}

/**
 * Takes `credits` from today's allowance. The caller holds the lock of the guest's row, so that no
 * other start comes between the sum and the line.
 * @throws AppError daily_limit
 */
export async function reserveFromAllowance(
  tx: Database,
  wish: { guestId: string; taskId: string; credits: number; limit: number; now: Date },
): Promise<void> {
  const day = dayOf(wish.now);
  const used = await creditsUsed(tx, wish.guestId, day);
  if (used + wish.credits > wish.limit) {
    throw new AppError('daily_limit', `${wish.credits} credits asked, ${wish.limit - used} left`);
  }
  await reserveCredits(tx, { ...wish, day });
}
