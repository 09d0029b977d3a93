import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * Each write increases a revision to the next multiple of `step`. The numbers between two multiples
 * are for changes that are only in memory, such as progress. So a revision always grows, even if
 * the process ends and loses these changes.
 */
const step = 1000;

/** Returns the SQL expression for the revision after a write. It does not depend on clocks. */
export const nextRevision = (revision: AnyColumn): SQL =>
  sql`(${revision} / ${sql.raw(String(step))} + 1) * ${sql.raw(String(step))}`;

export const firstRevision = step;

/** Returns the revision of a row after `changes` changes that are only in memory. */
export const revisionWithin = (stored: number, changes: number): number =>
  stored + Math.min(changes, step - 1);

/** Returns true if no number remains before that of the next write. */
export const isUsedUp = (changes: number): boolean => changes >= step - 1;
