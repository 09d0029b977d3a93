import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { owners } from '../owners/owners.schema.ts';
import { instant } from '../platform/database/columns.ts';

/** Reasons for ledger lines. Each way in which a task ends has its own reason. */
export const creditReasons = [
  'task.started',
  'task.succeeded',
  'task.rejected',
  'task.failed',
  'task.expired',
  /** the task was cancelled before any work was done */
  'task.cancelled',
  /** the task was cancelled by its owner after the work had begun */
  'task.abandoned',
  /** a user signed up */
  'account.made',
  'order.paid',
  'order.refunded',
  'order.chargedBack',
  'subscription.renewed',
  /** credits of the old plan were deducted from the price of another plan */
  'subscription.changed',
  /** credits of the old plan were returned because the other plan was not paid */
  'subscription.unchanged',
  'operator.granted',
  'operator.adjusted',
  'lot.expired',
  'account.closed',
] as const;

/** Origins of credit grants. */
export const lotSources = ['welcome', 'pack', 'pass', 'plan', 'operator'] as const;

export const creditKinds = [
  ...['grant', 'purchase', 'renewal', 'reserve', 'commit', 'release'],
  ...['expiry', 'refund', 'adjustment'],
] as const satisfies string[];

/** Balances. Each owner has one. */
export const purses = pgTable(
  'purses',
  {
    id: text('id').primaryKey(),
    /**
     * null after the account was closed, because paid credit grants stay in the books without the
     * owner's id
     */
    ownerId: text('owner_id')
      .unique()
      .references(() => owners.id),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [index('purses_closed').on(table.closedAt).where(sql`${table.closedAt} is not null`)],
);

/** Credit grants. The remaining credits of a grant are the sum of its ledger lines. */
export const creditLots = pgTable(
  'credit_lots',
  {
    id: text('id').primaryKey(),
    purseId: text('purse_id')
      .notNull()
      .references(() => purses.id),
    source: text('source', { enum: lotSources }).notNull(),
    /** idempotency key, for example `order:<id>:purchase` */
    cause: text('cause').notNull().unique(),
    /** the order that paid for the grant; not a foreign key, because the row outlives the order */
    orderId: text('order_id'),
    /** null if the credits never expire; returned credits extend the date, see `grace.ts` */
    expiresAt: instant('expires_at'),
    /** the original expiry date, before returned credits extended it */
    promisedUntil: instant('promised_until'),
    /** time at which the expiry was written to the ledger */
    expiredAt: instant('expired_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('credit_lots_purse').on(table.purseId),
    index('credit_lots_order').on(table.orderId).where(sql`${table.orderId} is not null`),
    index('credit_lots_due')
      .on(table.expiresAt)
      .where(sql`${table.expiresAt} is not null and ${table.expiredAt} is null`),
  ],
);

/**
 * The ledger, append-only. `reserve` has the negative amount that a task takes from one source.
 * `release` returns this amount. `commit` is a line of 0 credits that ends a reservation. A source
 * is a day's allowance (used = −sum(amount) of the day) or a credit grant.
 */
export const creditLines = pgTable(
  'credit_lines',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    purseId: text('purse_id')
      .notNull()
      .references(() => purses.id),
    kind: text('kind', { enum: creditKinds }).notNull(),
    reason: text('reason', { enum: creditReasons }).notNull(),
    /** not a foreign key, because the row outlives the task */
    taskId: text('task_id'),
    lotId: text('lot_id').references(() => creditLots.id),
    /** idempotency key of a ledger line without a task */
    cause: text('cause'),
    amount: integer('amount').notNull(),
    /**
     * the UTC day whose allowance the line uses, same day as in the reservation; null for a credit
     * grant
     */
    day: date('day', { mode: 'string' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    // For each task, each source has one line of each kind. A reservation is either committed or
    // released, and only once.
    uniqueIndex('credit_lines_task_kind')
      .on(table.taskId, table.kind)
      .where(sql`${table.lotId} is null`),
    uniqueIndex('credit_lines_task_end')
      .on(table.taskId)
      .where(sql`${table.lotId} is null and ${table.kind} in ('commit', 'release')`),
    uniqueIndex('credit_lines_lot_kind')
      .on(table.taskId, table.lotId, table.kind)
      .where(sql`${table.lotId} is not null`),
    uniqueIndex('credit_lines_lot_end')
      .on(table.taskId, table.lotId)
      .where(sql`${table.lotId} is not null and ${table.kind} in ('commit', 'release')`),
    uniqueIndex('credit_lines_cause')
      .on(table.cause, table.lotId)
      .where(sql`${table.cause} is not null`),
    index('credit_lines_purse_day').on(table.purseId, table.day),
    index('credit_lines_purse').on(table.purseId, table.id),
    index('credit_lines_task').on(table.taskId).where(sql`${table.taskId} is not null`),
    index('credit_lines_lot').on(table.lotId).where(sql`${table.lotId} is not null`),
    index('credit_lines_created').on(table.createdAt),
    check(
      'credit_lines_task',
      sql`${table.kind} not in ('reserve', 'commit', 'release') or ${table.taskId} is not null`,
    ),
    check('credit_lines_source', sql`(${table.day} is null) <> (${table.lotId} is null)`),
  ],
);
