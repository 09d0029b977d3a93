import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/**
 * Server processes that share this database. A process renews `seenAt` by the clock of the database;
 * the work of a process that has not done so for a while is given to other processes.
 */
export const processes = pgTable('processes', {
  id: text('id').primaryKey(),
  roles: text('roles').notNull(),
  startedAt: instant('started_at').notNull(),
  seenAt: instant('seen_at').notNull(),
});

/** Work that only one process may do at a time, such as the sweep, and until when it may do so. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  processId: text('process_id').notNull(),
  until: instant('until').notNull(),
});
