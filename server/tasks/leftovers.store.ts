import { and, eq, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import { creditLines, purses } from '../credits/credits.schema.ts';
import { owners } from '../owners/owners.schema.ts';
import type { Database } from '../platform/database/database.ts';
import { reached } from '../platform/write-points.ts';
import { uploads } from '../uploads/uploads.schema.ts';
import { tasks } from './tasks.schema.ts';

/* Rows that are no longer needed after records were deleted. */

/** Removes the remaining rows of deleted records. */
export async function purgeDeleted(db: Database, deletedBefore: Date): Promise<void> {
  await db
    .delete(tasks)
    .where(and(lt(tasks.deletedAt, deletedBefore), eq(tasks.filesRemoved, true)));
}

/**
 * Removes allowance entries of past days whose task is deleted. Entries without a day are part of a balance
 * and stay.
 * @param day the first day to keep, `2026-11-20`
 */
export async function purgeAllowanceLines(db: Database, day: string): Promise<void> {
  const task = db.select({ one: sql`1` }).from(tasks).where(eq(tasks.id, creditLines.taskId));
  await db
    .delete(creditLines)
    .where(and(isNotNull(creditLines.day), lt(creditLines.day, day), notExists(task)));
}

/** Owners per transaction, which keeps it short. */
const batchSize = 500;

/** Removes guests without data who were not seen since; true if there may be more. */
export async function purgeGuests(db: Database, seenBefore: Date): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const one = { one: sql`1` };
    const line = tx
      .select(one)
      .from(creditLines)
      .innerJoin(purses, eq(purses.id, creditLines.purseId))
      .where(eq(purses.ownerId, owners.id));
    const rows = await tx
      .select({ id: owners.id })
      .from(owners)
      .where(
        and(
          eq(owners.kind, 'guest'),
          // The row of a merged guest is needed to recognise its token.
          isNull(owners.mergedInto),
          lt(owners.lastSeenAt, seenBefore),
          notExists(tx.select(one).from(tasks).where(eq(tasks.ownerId, owners.id))),
          notExists(tx.select(one).from(uploads).where(eq(uploads.ownerId, owners.id))),
          notExists(line),
        ),
      )
      .limit(batchSize)
      .for('update', { skipLocked: true });
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return false;
    await tx.delete(purses).where(inArray(purses.ownerId, ids));
    reached('guests.purses-removed');
    await tx.delete(owners).where(inArray(owners.id, ids));
    reached('guests.owners-removed');
    return ids.length === batchSize;
  });
}
