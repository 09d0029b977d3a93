import { and, eq, lt, sql } from 'drizzle-orm';
import { owners } from '../owners/owners.schema.ts';
import { lockOwnerIfAny } from '../owners/owners.store.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import { missedStarts, tasks } from './tasks.schema.ts';
import { findTaskByIdempotencyKey, type Task } from './tasks.store.ts';

type Key = { ownerId: string; idempotencyKey: string };

export type FoundStart = {
  /** the task of the request, if it exists */
  task: Task | null;
  /** when the request was last reported as missing */
  missedAt: Date | null;
  /** number of the owner's tasks that are queued or running */
  inFlight: number;
};

/** Returns what is known about a start request and its owner. */
export async function findStart(
  queries: Queries,
  { ownerId, idempotencyKey }: Key,
): Promise<FoundStart> {
  const ofTask = and(eq(tasks.ownerId, owners.id), eq(tasks.idempotencyKey, idempotencyKey));
  const ofMiss = and(
    eq(missedStarts.ownerId, owners.id),
    eq(missedStarts.idempotencyKey, idempotencyKey),
  );
  const inFlight = sql<number>`(select count(*)::int from ${tasks} t
    where t.owner_id = ${owners.id} and t.status < 2)`;
  const [row] = await queries
    .select({ task: tasks, missedAt: missedStarts.at, inFlight })
    .from(owners)
    .leftJoin(tasks, ofTask)
    .leftJoin(missedStarts, ofMiss)
    .where(eq(owners.id, ownerId));
  return row ?? { task: null, missedAt: null, inFlight: 0 };
}

/**
 * Reports a start request as missing, unless its task exists. A request with this key that is being
 * processed in another process then creates no task.
 * @returns the task, if it exists
 */
export async function missStart(
  db: Database,
  { ownerId, idempotencyKey, now }: Key & { now: Date },
): Promise<Task | undefined> {
  return await db.transaction(async (tx) => {
    // Starts of this owner wait for this transaction, or it waits for them.
    if (!(await lockOwnerIfAny(tx, ownerId))) return undefined;
    const task = await findTaskByIdempotencyKey(tx, ownerId, idempotencyKey);
    if (task) return task;
    await tx
      .insert(missedStarts)
      .values({ ownerId, idempotencyKey, at: now })
      .onConflictDoUpdate({
        target: [missedStarts.ownerId, missedStarts.idempotencyKey],
        // Each report has a time of its own, even if a clock is set back.
        set: { at: sql`greatest(excluded.at, ${missedStarts.at} + interval '1 ms')` },
      });
    return undefined;
  });
}

export async function purgeMissedStarts(db: Database, before: Date): Promise<void> {
  await db.delete(missedStarts).where(lt(missedStarts.at, before));
}
