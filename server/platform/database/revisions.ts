import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * Each write increases a revision to the next multiple of `step`. The numbers between two multiples
 * are for changes that are not written: progress and queue positions. So a revision always grows,
 * even if a process ends and loses these changes.
 */
const step = 1000;

/** Returns the SQL expression for the revision after a write. It does not depend on clocks. */
export const nextRevision = (revision: AnyColumn): SQL =>
  sql`(${revision} / ${sql.raw(String(step))} + 1) * ${sql.raw(String(step))}`;

export const firstRevision = step;

/** Returns the revision of a row after `changes` changes that are not written. */
export const revisionWithin = (stored: number, changes: number): number =>
  stored + Math.min(changes, step - 1);

/** Positions up to this one have a number each. Further positions share one per `group`. */
const single = 900;
const group = 100;

/**
 * Returns the revision of a waiting task at this queue position. It grows while the task moves
 * forward, and is the same in every process.
 */
export function revisionAt(stored: number, position: number): number {
  const further = Math.max(0, Math.ceil((position - single) / group));
  const left = position <= single ? step - position : step - single - further;
  return stored + Math.max(0, left);
}
