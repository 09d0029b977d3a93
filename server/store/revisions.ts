import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * A write moves a revision on to the next multiple of this. The numbers in between count what only
 * the process knows, such as the latest progress, so that a revision grows with every change that
 * anybody has seen, whatever was lost with the process.
 */
const step = 1000;

/** Assigned by the database: a counter, whatever the clock says. */
export const nextRevision = (revision: AnyColumn): SQL =>
  sql`(${revision} / ${sql.raw(String(step))} + 1) * ${sql.raw(String(step))}`;

export const firstRevision = step;

/** The revision of a row after so many changes that were not written. */
export const revisionWithin = (stored: number, changes: number): number =>
  stored + Math.min(changes, step - 1);

/** Whether the numbers up to the next write are used up. */
export const isUsedUp = (changes: number): boolean => changes >= step - 1;
