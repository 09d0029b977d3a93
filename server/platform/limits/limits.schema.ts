import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/**
 * What visitors have used of the limits that all web processes share. Without a row, nothing is
 * used. The migration makes this table unlogged: a crash of Postgres may empty it, and a counted
 * request does not wait for the disk. It has no second index, so that Postgres can update a row in
 * place.
 */
export const limits = pgTable('limits', {
  /** limit and keyed hash of the subnet */
  name: text('name').primaryKey(),
  /** requests that were counted in the current window; 0 for a time budget */
  used: integer('used').notNull(),
  /** end of the window, or time at which the budget is full again */
  endsAt: instant('ends_at').notNull(),
});
