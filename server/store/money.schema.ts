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
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { MethodCode } from '../../contract/price.ts';
import type { Locale } from '../../machines/model/locale.ts';
import type { Currency } from '../../machines/model/money.ts';
import type { Checkout, ProviderName } from '../payments/provider.port.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const money = (name: string) => bigint(name, { mode: 'number' });

/*
 * Money. No row here refers to an owner by a key: what was paid stays in the books when its account is
 * gone. No row has a mail address: mails and codes go to the account's present one.
 */

export const orderStates = [
  ...['open', 'notPaid', 'cancelled', 'expired', 'paid', 'partlyRefunded', 'refunded'],
  'chargedBack',
] as const;

export const paymentStates = [
  ...['created', 'awaiting', 'pending', 'failed', 'cancelled', 'expired', 'succeeded'],
  ...['partlyRefunded', 'mismatched', 'refunded', 'chargedBack'],
] as const;

export const subscriptionStates = ['active', 'pastDue', 'ending', 'ended'] as const;

export const refundReasons = [
  ...['paidTwice', 'wrongAmount', 'withdrawal', 'afterCancel', 'closed', 'operator'],
] as const;

/** Receipts are numbered one after the other; a number may be missing, none is there twice. */
export const receiptNumbers = pgSequence('receipt_numbers');

/** What somebody bought, at the price of that moment. */
export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    /** `LW-XXXX-XXXX`, which people read and type; it opens nothing alone */
    code: text('code').notNull().unique(),
    ownerId: text('owner_id').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** Keys of later presses that were given this order, so that a repeated request finds it again. */
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
    /** what it costs without a deduction, and when it renews itself */
    price: money('price').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    tax: money('tax').notNull(),
    taxBasisPoints: integer('tax_basis_points').notNull(),
    taxName: text('tax_name').notNull(),
    country: text('country').notNull(),
    autoRenew: boolean('auto_renew').notNull(),
    /** of a renewal or change: which plan, and its cycle */
    subscriptionId: text('subscription_id'),
    cycle: integer('cycle'),
    returnPath: text('return_path').notNull().default('/'),
    task: text('task'),
    /** it was given up before the money came */
    isLate: boolean('is_late').notNull().default(false),
    paidAt: instant('paid_at'),
    paidBy: text('paid_by'),
    receiptNumber: text('receipt_number').unique(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('orders_owner_idempotency').on(table.ownerId, table.idempotencyKey),
    // A cycle is paid by one order, however often it is tried.
    uniqueIndex('orders_cycle')
      .on(table.subscriptionId, table.cycle)
      .where(sql`${table.reason} = 'renewal'`),
    // Two charges for one change of plan would deduct the same credits twice.
    uniqueIndex('orders_change')
      .on(table.subscriptionId)
      .where(sql`${table.reason} = 'change' and ${table.status} in ('open', 'notPaid')`),
    index('orders_owner_created').on(table.ownerId, table.createdAt, table.id),
    index('orders_waiting').on(table.expiresAt).where(sql`${table.status} in ('open', 'notPaid')`),
  ],
);

/** One try to pay an order. The row is there before the provider is asked. */
export const payments = pgTable(
  'payments',
  {
    /** by which the provider knows it, too */
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** of the client's wish; two wishes with one key are one try */
    wishKey: text('wish_key').notNull(),
    provider: text('provider').$type<ProviderName>().notNull(),
    method: text('method').$type<MethodCode>().notNull(),
    status: text('status', { enum: paymentStates }).notNull(),
    revision: bigint('revision', { mode: 'number' }).notNull(),
    /** the provider's name of the charge; null until it has answered */
    ref: text('ref'),
    amount: money('amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /** what really came */
    paidAmount: money('paid_amount'),
    paidCurrency: text('paid_currency'),
    refunded: money('refunded').notNull().default(0),
    reason: text('reason'),
    checkout: jsonb('checkout').$type<Checkout>().notNull(),
    mandate: text('mandate'),
    /** charged without the buyer, by this mandate */
    chargedBy: text('charged_by'),
    /** when the provider is asked next; null for never */
    nextCheckAt: instant('next_check_at'),
    /**
     * Set when a payment ends without the provider's final no: money may still arrive. The provider is
     * asked again after this instant. Null when the no is final, and while the payment is live.
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

/** Money that goes back. The row is there before the provider is asked. */
export const refunds = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id').notNull(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    /** two refunds of one cause are one */
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

/** A plan that somebody has. */
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
    /** of each cycle */
    price: money('price').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    country: text('country').notNull(),
    provider: text('provider').$type<ProviderName>().notNull(),
    method: text('method').$type<MethodCode>().notNull(),
    /** what renewals are charged by; null where there is none */
    mandate: text('mandate'),
    firstOrderId: text('first_order_id').notNull(),
    /** the order that paid the present cycle */
    lastOrderId: text('last_order_id').notNull(),
    /** from where cycles are counted, and which one this is, from 1 */
    anchorAt: instant('anchor_at').notNull(),
    anchorCycle: integer('anchor_cycle').notNull(),
    cycle: integer('cycle').notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    /** 1 paid, 2 failed (R50) */
    lastPaymentStatus: integer('last_payment_status').notNull(),
    /** when the next charge is tried; null while one is under way, and when none will be */
    nextChargeAt: instant('next_charge_at'),
    /** declined charges of the next cycle */
    failures: integer('failures').notNull().default(0),
    nextProductCode: text('next_product_code'),
    cancelledAt: instant('cancelled_at'),
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    // Nobody is charged for two plans.
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

/** What providers told, so that nothing is told twice. */
export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text('provider').$type<ProviderName>().notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    reference: text('reference').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** null until what it tells is settled */
    handledAt: instant('handled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    index('provider_events_received').on(table.receivedAt),
  ],
);

/** What an operator did, why and on whose word. A trigger refuses to change or delete a row. */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['refund', 'grant'] }).notNull(),
    /** two actions of a kind with one key are one */
    key: text('key').notNull(),
    /** who, as the command was told; nobody proves it */
    actor: text('actor').notNull(),
    reason: text('reason').notNull(),
    ownerId: text('owner_id').notNull(),
    orderId: text('order_id'),
    /** minor units of the currency; without one, credits */
    amount: money('amount').notNull(),
    currency: text('currency'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('operator_actions_key').on(table.kind, table.key),
    index('operator_actions_owner').on(table.ownerId, table.createdAt),
  ],
);

/** The books of the sandbox, which stands for a provider: nobody else reads or writes them. */
export const sandboxCharges = pgTable(
  'sandbox_charges',
  {
    ref: text('ref').primaryKey(),
    /** of the call that made it */
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
    /** what becomes of it, and when: a success that comes late, a transfer that takes its time */
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

/** Messages that the sandbox has still to send. */
export const sandboxMessages = pgTable(
  'sandbox_messages',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    body: text('body').notNull(),
    /** signed with a key that is not the sandbox's */
    isForged: boolean('is_forged').notNull(),
    sendAt: instant('send_at').notNull(),
  },
  (table) => [index('sandbox_messages_due').on(table.sendAt)],
);

/** How the next charges without a buyer end, for tests of renewals: by mandate. */
export const sandboxMandates = pgTable('sandbox_mandates', {
  mandate: text('mandate').primaryKey(),
  outcome: text('outcome', { enum: ['success', 'declined', 'pending'] }).notNull(),
});
