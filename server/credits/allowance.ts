import { findFreeFrom } from '../owners/owners.store.ts';
import type { Owner } from '../owners/principal.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import { createRecent } from '../platform/recent.ts';
import { creditsUsed } from './credit-lines.store.ts';

/** Returns the UTC day in the form `2026-11-20`. */
export const dayOf = (date: Date) => date.toISOString().slice(0, 10);

const endOfDay = (date: Date) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1));

/**
 * Returns the free credits of an owner for the given UTC day, which are 0 before the owner's first
 * day with free credits.
 */
export async function limitOf(
  queries: Queries,
  { ownerId, day, limit }: { ownerId: string; day: string; limit: number },
): Promise<number> {
  const freeFrom = await findFreeFrom(queries, ownerId);
  return freeFrom !== null && day < freeFrom ? 0 : limit;
}

export type Allowance = { limit: number; used: number; resetsAt: Date };

/**
 * Allowances are cached, because every page requests them. They are read again after any
 * transaction of this process.
 */
export function createAllowances({
  db,
  limit,
  now,
}: {
  db: Database;
  limit: number;
  now: () => Date;
}): (owner: Owner | null) => Promise<Allowance> {
  const recent = createRecent<Pick<Allowance, 'limit' | 'used'>>({
    most: 10_000,
    keepMs: () => 60_000,
    stamp: db.transactionsEnded,
  });
  return async (owner) => {
    const time = now();
    const day = dayOf(time);
    const resetsAt = endOfDay(time);
    if (!owner) return { limit, used: 0, resetsAt };
    const ownerId = owner.id;
    const known = await recent.get(`${ownerId} ${day}`, async () => ({
      limit: await limitOf(db, { ownerId, day, limit }),
      used: await creditsUsed(db, ownerId, day),
    }));
    return { ...known, resetsAt };
  };
}
