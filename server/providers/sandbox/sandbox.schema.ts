import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { MethodCode } from '../../../contract/price.ts';
import { instant, money } from '../../platform/database/columns.ts';

/**
 * Books of the sandbox, which simulates a provider. Only the sandbox reads or writes these tables.
 */
export const sandboxCharges = pgTable(
  'sandbox_charges',
  {
    ref: text('ref').primaryKey(),
    /** idempotency key of the call that created the charge */
    key: text('key').notNull().unique(),
    reference: text('reference').notNull(),
    method: text('method').$type<MethodCode>().notNull(),
    status: text('status', {
      enum: ['awaiting', 'pending', 'succeeded', 'failed', 'cancelled', 'expired', 'chargedBack'],
    }).notNull(),
    amount: money('amount').notNull(),
    paid: money('paid').notNull().default(0),
    currency: text('currency').notNull(),
    description: text('description').notNull(),
    locale: text('locale').notNull(),
    returnUrl: text('return_url').notNull(),
    reason: text('reason'),
    mandate: text('mandate'),
    /** outcome that will occur later, and its time: a late success or a slow transfer */
    later: text('later', { enum: ['succeeded', 'failed'] }),
    laterAt: instant('later_at'),
    webhooks: text('webhooks').notNull().default('onTime'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('sandbox_charges_reference').on(table.reference),
    index('sandbox_charges_later').on(table.laterAt).where(sql`${table.laterAt} is not null`),
  ],
);

export const sandboxRefunds = pgTable('sandbox_refunds', {
  key: text('key').primaryKey(),
  ref: text('ref').notNull(),
  amount: money('amount').notNull(),
  currency: text('currency').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** Webhook messages that the sandbox has not sent yet. */
export const sandboxMessages = pgTable(
  'sandbox_messages',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    body: text('body').notNull(),
    /** true if the message is signed with a wrong key */
    isForged: boolean('is_forged').notNull(),
    sendAt: instant('send_at').notNull(),
  },
  (table) => [index('sandbox_messages_due').on(table.sendAt)],
);

/** Outcomes of the next off-session charges for each mandate, for tests of renewals. */
export const sandboxMandates = pgTable('sandbox_mandates', {
  mandate: text('mandate').primaryKey(),
  outcome: text('outcome', { enum: ['success', 'declined', 'pending'] }).notNull(),
});
