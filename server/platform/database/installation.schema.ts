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
    /** SHA-256 of the signing secret, or null before a process has written it */
    secretHash: text('secret_hash'),
    /** where the files are: `disk`, or the address of the bucket; null before a process has written it */
    store: text('store'),
    claimedAt: instant('claimed_at').notNull(),
  },
  (table) => [check('installation_single', sql`${table.id} = 1`)],
);
