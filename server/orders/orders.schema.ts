import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { MethodCode } from '../../contract/price.ts';
import type { Locale } from '../../machines/model/locale.ts';
import type { Currency } from '../../machines/model/money.ts';
import type { ProviderName } from '../platform/config/payments-config.ts';
import { instant, money } from '../platform/database/columns.ts';
import type { Checkout } from '../providers/provider.port.ts';

/*
 * Orders and payments. No row references an owner by foreign key, because paid orders stay in the
 * books after the account is deleted. No row contains an email address, because mails and codes go
 * to the account's current email address.
 */

export const orderStates = [
  ...['open', 'notPaid', 'cancelled', 'expired', 'paid', 'partlyRefunded', 'refunded'],
  'chargedBack',
] as const;

export const paymentStates = [
  ...['created', 'awaiting', 'pending', 'failed', 'cancelled', 'expired', 'succeeded'],
  ...['partlyRefunded', 'mismatched', 'refunded', 'chargedBack'],
] as const;

export const refundReasons = [
  ...['paidTwice', 'wrongAmount', 'withdrawal', 'afterCancel', 'closed', 'operator'],
] as const;

/** Receipt numbers are ascending and unique. Gaps are possible. */
export const receiptNumbers = pgSequence('receipt_numbers');

/** Orders, with the price at the time of the order. */
export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    /** `LW-XXXX-XXXX`, which people read and type; gives no access by itself */
    code: text('code').notNull().unique(),
    ownerId: text('owner_id').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /**
     * idempotency keys of later requests that returned this order, so that a repeated request finds
     * the order
     */
    laterKeys: text('later_keys').array().notNull().default([]),
    status: text('status', { enum: orderStates }).notNull(),
    revision: bigint('revision', { mode: 'number' }).notNull(),
    reason: text('reason', { enum: ['purchase', 'renewal', 'change'] }).notNull(),
    productCode: text('product_code').notNull(),
    productKind: text('product_kind', { enum: ['pack', 'pass', 'plan'] }).notNull(),
    credits: integer('credits').notNull(),
    duration: integer('duration').notNull(),
    durationUnit: integer('duration_unit').notNull(),
    amount: money('amount').notNull(),
    /** price before any deduction, which is also the price of renewals */
    price: money('price').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    tax: money('tax').notNull(),
    taxBasisPoints: integer('tax_basis_points').notNull(),
    taxName: text('tax_name').notNull(),
    country: text('country').notNull(),
    autoRenew: boolean('auto_renew').notNull(),
    /** the plan and its cycle that a renewal or a plan change pays */
    subscriptionId: text('subscription_id'),
    cycle: integer('cycle'),
    returnPath: text('return_path').notNull().default('/'),
    task: text('task'),
    /** true if the order was cancelled or had expired before its payment arrived */
    isLate: boolean('is_late').notNull().default(false),
    paidAt: instant('paid_at'),
    paidBy: text('paid_by'),
    receiptNumber: text('receipt_number').unique(),
    /** span of the request that made the order; null unless traces are sent */
    traceparent: text('traceparent'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('orders_owner_idempotency').on(table.ownerId, table.idempotencyKey),
    // A cycle has one order, even if its payment is tried several times.
    uniqueIndex('orders_cycle')
      .on(table.subscriptionId, table.cycle)
      .where(sql`${table.reason} = 'renewal'`),
    // Two charges for one plan change would deduct the same credits twice.
    uniqueIndex('orders_change')
      .on(table.subscriptionId)
      .where(sql`${table.reason} = 'change' and ${table.status} in ('open', 'notPaid')`),
    index('orders_owner_created').on(table.ownerId, table.createdAt, table.id),
    index('orders_waiting').on(table.expiresAt).where(sql`${table.status} in ('open', 'notPaid')`),
  ],
);

/** Payments of orders. The row is inserted before the provider is asked. */
export const payments = pgTable(
  'payments',
  {
    /** id of the payment in this database, which is also sent to the provider */
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** the client's idempotency key */
    wishKey: text('wish_key').notNull(),
    provider: text('provider').$type<ProviderName>().notNull(),
    method: text('method').$type<MethodCode>().notNull(),
    status: text('status', { enum: paymentStates }).notNull(),
    revision: bigint('revision', { mode: 'number' }).notNull(),
    /** the provider's id of the charge, or null until it has answered */
    ref: text('ref'),
    amount: money('amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /** amount actually received */
    paidAmount: money('paid_amount'),
    paidCurrency: text('paid_currency'),
    refunded: money('refunded').notNull().default(0),
    reason: text('reason'),
    checkout: jsonb('checkout').$type<Checkout>().notNull(),
    mandate: text('mandate'),
    /** mandate by which an off-session charge is made */
    chargedBy: text('charged_by'),
    /** next inquiry at the provider, or null if none is planned */
    nextCheckAt: instant('next_check_at'),
    /**
     * time after which the provider is asked again, if a payment has ended without a final failure
     * and money may still arrive; null if the failure is final, and while the payment has no
     * outcome
     */
    mayArriveUntil: instant('may_arrive_until'),
    checks: integer('checks').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('payments_order_wish').on(table.orderId, table.wishKey),
    uniqueIndex('payments_ref').on(table.provider, table.ref).where(sql`${table.ref} is not null`),
    index('payments_order').on(table.orderId, table.createdAt),
    index('payments_due').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
  ],
);

/** Refunds. The row is inserted before the provider is asked. */
export const refunds = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id').notNull(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    /** idempotency key: one refund per cause */
    cause: text('cause').notNull().unique(),
    reason: text('reason', { enum: refundReasons }).notNull(),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: ['asked', 'done', 'failed'] }).notNull(),
    ref: text('ref'),
    attempts: integer('attempts').notNull().default(0),
    nextTryAt: instant('next_try_at'),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('refunds_order').on(table.orderId),
    index('refunds_payment').on(table.paymentId),
    index('refunds_due').on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`),
  ],
);

/** Handled webhook messages, so that repeats are detected. */
export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text('provider').$type<ProviderName>().notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    reference: text('reference').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** null until the provider's report is settled */
    handledAt: instant('handled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    index('provider_events_received').on(table.receivedAt),
  ],
);
