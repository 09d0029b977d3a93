import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { creditLines, creditLots, purses } from '../credits/credits.schema.ts';
import { mails } from '../mail/mail.schema.ts';
import { orders, payments, providerEvents, refunds } from '../orders/orders.schema.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import { subscriptions } from '../subscriptions/subscriptions.schema.ts';
import { tasks } from '../tasks/tasks.schema.ts';

/* Queries of the doctor and of the list of stuck rows. */

/** Returns the credit grants with these ids, and the orders that paid for them. */
export async function lotsWithOrders(queries: Queries, lotIds: string[]) {
  if (lotIds.length === 0) return [];
  return await queries
    .select({ lot: creditLots, order: orders })
    .from(creditLots)
    .innerJoin(orders, eq(orders.id, creditLots.orderId))
    .where(inArray(creditLots.id, lotIds));
}

/*
 * The following queries return rows in batches for the doctor. The rows are sorted by id, so that
 * rows that are inserted in the meantime do not shift them.
 */

export const ordersAfter = async (queries: Queries, id: string, limit: number) =>
  await queries.select().from(orders).where(gt(orders.id, id)).orderBy(asc(orders.id)).limit(limit);

export const lotsAfter = async (queries: Queries, id: string, limit: number) =>
  await queries
    .select()
    .from(creditLots)
    .where(gt(creditLots.id, id))
    .orderBy(asc(creditLots.id))
    .limit(limit);

export const plansAfter = async (queries: Queries, id: string, limit: number) =>
  await queries
    .select()
    .from(subscriptions)
    .where(gt(subscriptions.id, id))
    .orderBy(asc(subscriptions.id))
    .limit(limit);

export const ordersOfPlans = async (queries: Queries, ids: string[], orderIds: string[]) =>
  ids.length === 0
    ? []
    : await queries
        .select()
        .from(orders)
        .where(or(inArray(orders.subscriptionId, ids), inArray(orders.id, orderIds)));

/**
 * Returns the payments about which the provider should be asked: first the payments without an
 * outcome, then the payments that changed after `since`.
 */
export const paymentsToAsk = async (
  queries: Queries,
  { since, limit }: { since: Date; limit: number },
) =>
  await queries
    .select()
    .from(payments)
    .where(
      or(
        inArray(payments.status, ['created', 'awaiting', 'pending']),
        gte(payments.createdAt, since),
      ),
    )
    .orderBy(
      sql`${payments.status} in ('created', 'awaiting', 'pending') desc`,
      desc(payments.createdAt),
    )
    .limit(limit);

export async function countPayments(queries: Queries): Promise<number> {
  const rows = await queries.select({ n: sql<number>`count(*)::int` }).from(payments);
  return rows[0]?.n ?? 0;
}

export type ReservationFault = {
  taskId: string;
  ownerId: string | null;
  status: number | null;
  kinds: string;
};

/** Returns reservations whose ledger lines do not match the state of their task. */
export async function reservationFaults(queries: Queries): Promise<ReservationFault[]> {
  const kinds = sql<string>`string_agg(${creditLines.kind}, '+' order by ${creditLines.kind})`;
  return await queries
    .select({
      taskId: sql<string>`${creditLines.taskId}`,
      ownerId: sql<string | null>`max(${purses.ownerId})`,
      status: sql<number | null>`max(${tasks.status})`,
      kinds,
    })
    .from(creditLines)
    .innerJoin(purses, eq(purses.id, creditLines.purseId))
    .leftJoin(tasks, eq(tasks.id, creditLines.taskId))
    .where(sql`${creditLines.taskId} is not null`)
    .groupBy(creditLines.taskId, creditLines.lotId, creditLines.day)
    .having(
      sql`case
        when max(${tasks.status}) < 2 then ${kinds} <> 'reserve'
        when max(${tasks.status}) = 2 then ${kinds} <> 'commit+reserve'
        when max(${tasks.status}) > 2 then ${kinds} <> 'release+reserve'
        else ${kinds} not in ('commit+reserve', 'release+reserve') end`,
    )
    .limit(500);
}

/** Returns rows with references to missing rows. */
export async function orphanRows(queries: Queries) {
  const lots = await queries
    .select({ id: creditLots.id, cause: creditLots.cause, orderId: creditLots.orderId })
    .from(creditLots)
    .leftJoin(orders, eq(orders.id, creditLots.orderId))
    .where(and(sql`${creditLots.orderId} is not null`, isNull(orders.id)))
    .limit(500);
  const lostRefunds = await queries
    .select({ id: refunds.id, orderId: refunds.orderId })
    .from(refunds)
    .leftJoin(orders, eq(orders.id, refunds.orderId))
    .where(isNull(orders.id))
    .limit(500);
  return { lots, refunds: lostRefunds };
}

/** Returns rows that should have changed their state by `before` but have not. */
export async function overdueRows(db: Database, { before, now }: { before: Date; now: Date }) {
  const live = inArray(payments.status, ['created', 'awaiting', 'pending']);
  return {
    orders: await db
      .select()
      .from(orders)
      .where(and(inArray(orders.status, ['open', 'notPaid']), lt(orders.expiresAt, before)))
      .limit(500),
    payments: await db
      .select({ payment: payments, code: orders.code })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(or(lt(payments.nextCheckAt, before), and(live, isNull(payments.nextCheckAt))))
      .limit(500),
    refunds: await db
      .select({ refund: refunds, code: orders.code, status: payments.status })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .leftJoin(orders, eq(orders.id, refunds.orderId))
      .where(inArray(refunds.state, ['asked', 'failed']))
      .limit(500),
    plans: await db
      .select()
      .from(subscriptions)
      .where(sql`${subscriptions.status} <> 'ended'`)
      .orderBy(asc(subscriptions.periodEnd))
      .limit(2000),
    tasks: await db
      .select({ id: tasks.id, ownerId: tasks.ownerId, deadlineAt: tasks.deadlineAt })
      .from(tasks)
      .where(and(lt(tasks.status, 2), lt(tasks.deadlineAt, before)))
      .limit(500),
    mails: await db
      .select({
        id: mails.id,
        kind: mails.kind,
        cause: mails.cause,
        nextTryAt: mails.nextTryAt,
        attempts: mails.attempts,
        lastError: mails.lastError,
      })
      .from(mails)
      .where(and(inArray(mails.state, ['waiting', 'sending']), lte(mails.nextTryAt, before)))
      .limit(500),
    events: await db
      .select()
      .from(providerEvents)
      .where(and(isNull(providerEvents.handledAt), lt(providerEvents.receivedAt, before)))
      .limit(500),
    now,
  };
}
