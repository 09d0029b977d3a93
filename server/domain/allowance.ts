import { creditsUsed } from '../store/credit-lines.store.ts';
import type { Database } from '../store/database.ts';
import type { Owner } from './principal.ts';
import { createRecent } from './recent.ts';

/** The UTC day, `2026-11-20`. */
export const dayOf = (date: Date) => date.toISOString().slice(0, 10);

const endOfDay = (date: Date) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1));

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
