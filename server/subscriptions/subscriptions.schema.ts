import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { MethodCode } from '../../contract/price.ts';
import type { Locale } from '../../machines/model/locale.ts';
import type { Currency } from '../../machines/model/money.ts';
import type { ProviderName } from '../platform/config/payments-config.ts';
import { instant, money } from '../platform/database/columns.ts';

export const subscriptionStates = ['active', 'pastDue', 'ending', 'ended'] as const;

/** Plans of users. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    status: text('status', { enum: subscriptionStates }).notNull(),
    revision: bigint('revision', { mode: 'number' }).notNull(),
    productCode: text('product_code').notNull(),
    credits: integer('credits').notNull(),
    duration: integer('duration').notNull(),
    durationUnit: integer('duration_unit').notNull(),
    /** price of each cycle */
    price: money('price').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    country: text('country').notNull(),
    provider: text('provider').$type<ProviderName>().notNull(),
    method: text('method').$type<MethodCode>().notNull(),
    /** the mandate that renewals charge, or null if there is none */
    mandate: text('mandate'),
    firstOrderId: text('first_order_id').notNull(),
    /** the order that paid for the current cycle */
    lastOrderId: text('last_order_id').notNull(),
    /** start and number of the cycle from which later periods are computed */
    anchorAt: instant('anchor_at').notNull(),
    anchorCycle: integer('anchor_cycle').notNull(),
    /** number of the current cycle, from 1 */
    cycle: integer('cycle').notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    /** 1 if the last payment succeeded, 2 if it failed (R50) */
    lastPaymentStatus: integer('last_payment_status').notNull(),
    /** time of the next charge; null while a charge is in progress, or if no charge follows */
    nextChargeAt: instant('next_charge_at'),
    /** number of declined charges of the next cycle */
    failures: integer('failures').notNull().default(0),
    nextProductCode: text('next_product_code'),
    cancelledAt: instant('cancelled_at'),
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    // A user has at most one renewing plan.
    uniqueIndex('subscriptions_renewing')
      .on(table.ownerId)
      .where(sql`${table.status} in ('active', 'pastDue')`),
    uniqueIndex('subscriptions_first_order').on(table.firstOrderId),
    index('subscriptions_last_order').on(table.lastOrderId),
    index('subscriptions_owner').on(table.ownerId, table.createdAt),
    index('subscriptions_charge')
      .on(table.nextChargeAt)
      .where(sql`${table.nextChargeAt} is not null`),
    index('subscriptions_end').on(table.periodEnd).where(sql`${table.status} = 'ending'`),
  ],
);
