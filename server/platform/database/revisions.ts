import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * A write moves a revision on to the next multiple of this. The numbers in between are for changes in
 * memory, such as progress. So a revision grows with every change that a client has seen, even if the
 * process loses its memory.
 */
const step = 1000;

/** A counter that the database increases, independent of clocks. */
export const nextRevision = (revision: AnyColumn): SQL =>
  sql`(${revision} / ${sql.raw(String(step))} + 1) * ${sql.raw(String(step))}`;

export const firstRevision = step;

/** The revision of a row after this many unwritten changes. */
export const revisionWithin = (stored: number, changes: number): number =>
  stored + Math.min(changes, step - 1);

/** True if all numbers up to the next write are used. */
export const isUsedUp = (changes: number): boolean => changes >= step - 1;
