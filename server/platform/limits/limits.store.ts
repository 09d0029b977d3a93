import { eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { limits } from './limits.schema.ts';

/*
 * Times are computed by the clock of the database, because the clocks of processes can differ.
 */

const after = (ms: number) => sql`now() + ${`${ms} milliseconds`}::interval`;

const leftMs = sql<number>`floor(extract(epoch from ${limits.endsAt} - now()) * 1000)::int`;

type Counted = { used: number; leftMs: number };

/**
 * Counts one request. Returns the number of requests and the rest of the window. The statement is
 * written as text, because the query builder would double the cost of a counted request.
 */
export async function countRequest(
  db: Database,
  { name, windowMs }: { name: string; windowMs: number },
): Promise<Counted> {
  const { rows } = (await db.execute(sql`
    insert into limits (name, used, ends_at) values (${name}, 1, ${after(windowMs)})
    on conflict (name) do update set
      used = case when limits.ends_at <= now() then 1 else limits.used + 1 end,
      ends_at = case when limits.ends_at <= now() then excluded.ends_at else limits.ends_at end
    returning used, floor(extract(epoch from ends_at - now()) * 1000)::int as "leftMs"
  `)) as { rows: Counted[] };
  const [row] = rows;
  if (!row) throw new Error('Expected the row that counts a request.');
  return row;
}

/** Returns the milliseconds until a time budget is full again; 0 if it is full. */
export async function findBudget(db: Database, name: string): Promise<number> {
  const [row] = await db.select({ leftMs }).from(limits).where(eq(limits.name, name));
  return Math.max(0, row?.leftMs ?? 0);
}

/**
 * Takes from a time budget.
 * @param refillMs time in which the taken part is refilled
 * @returns the milliseconds until the budget is full again
 */
export async function spendBudget(
  db: Database,
  { name, refillMs }: { name: string; refillMs: number },
): Promise<number> {
  const [row] = await db
    .insert(limits)
    .values({ name, used: 0, endsAt: after(refillMs) })
    .onConflictDoUpdate({
      target: limits.name,
      set: {
        endsAt: sql`greatest(${limits.endsAt}, now()) + ${`${refillMs} milliseconds`}::interval`,
      },
    })
    .returning({ leftMs });
  return row?.leftMs ?? 0;
}

/** Removes windows that are over and budgets that are full. */
export async function purgeLimits(db: Database): Promise<void> {
  await db.delete(limits).where(lt(limits.endsAt, sql`now()`));
}
