import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, money } from '../platform/database/columns.ts';

/** Open sessions of the operator's pages. The cookie is not stored, only its keyed hash. */
export const operatorSessions = pgTable('operator_sessions', {
  sessionHash: text('session_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});

/** Operator actions with reason and actor. A trigger refuses to change or delete rows. */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['refund', 'grant'] }).notNull(),
    /** idempotency key, unique per kind */
    key: text('key').notNull(),
    /** as given to the command; not verified */
    actor: text('actor').notNull(),
    reason: text('reason').notNull(),
    ownerId: text('owner_id').notNull(),
    orderId: text('order_id'),
    /** in minor units of the currency, or in credits if there is no currency */
    amount: money('amount').notNull(),
    currency: text('currency'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('operator_actions_key').on(table.kind, table.key),
    index('operator_actions_owner').on(table.ownerId, table.createdAt),
  ],
);
