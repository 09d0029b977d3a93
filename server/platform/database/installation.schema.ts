import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Table with one row: the data directory that this database belongs to. */
export const installation = pgTable(
  'installation',
  {
    id: integer('id').primaryKey().default(1),
    /** content of the file `instance` in the data directory */
    instanceId: text('instance_id').notNull(),
    claimedAt: instant('claimed_at').notNull(),
  },
  (table) => [check('installation_single', sql`${table.id} = 1`)],
);
