import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { owners } from '../owners/owners.schema.ts';
import { instant } from '../platform/database/columns.ts';

/**
 * Uploads. A row is inserted when a photo has arrived: receiving → stored → used. A picture of an
 * option becomes `shared` instead, because several tasks may use it. An unused upload may become
 * `removing`. Then its file is deleted, and after the file its row.
 */
export const uploads = pgTable(
  'uploads',
  {
    key: text('key').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owners.id),
    /** subnet of the client that requested the signature, as in `owners` */
    subnet: text('subnet').notNull().default(''),
    /** size of the file */
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    state: text('state', { enum: ['receiving', 'stored', 'used', 'shared', 'removing'] }).notNull(),
    taskId: text('task_id'),
    /** id of the process that receives the file */
    receiver: text('receiver'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('uploads_state_created').on(table.state, table.createdAt),
    index('uploads_owner_state').on(table.ownerId, table.state),
    index('uploads_unused_subnet').on(table.subnet).where(sql`${table.state} <> 'used'`),
  ],
);

/** The tasks that use a shared upload. When the last of them is deleted, so is the upload. */
export const uploadUses = pgTable(
  'upload_uses',
  {
    key: text('key')
      .notNull()
      .references(() => uploads.key, { onDelete: 'cascade' }),
    taskId: text('task_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.taskId] }),
    index('upload_uses_task').on(table.taskId),
  ],
);
