import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { firstRevision } from '../platform/database/revisions.ts';
import { payments, refunds } from './orders.schema.ts';

export type Payment = typeof payments.$inferSelect;
export type Refund = typeof refunds.$inferSelect;

/** States of payments without an outcome. */
export const livePayments = ['created', 'awaiting', 'pending'] as const;

export const isLive = ({ status }: Pick<Payment, 'status'>): boolean =>
  (livePayments as readonly string[]).includes(status);

/**
 * Returns true if the payment's money may still arrive: it is pending at a bank, or ended without a
 * final failure.
 */
export const mayArrive = ({
  status,
  mayArriveUntil,
}: Pick<Payment, 'status' | 'mayArriveUntil'>): boolean =>
  status === 'pending' || mayArriveUntil !== null;

type NewPayment = Omit<typeof payments.$inferInsert, 'revision' | 'refunded' | 'checks'>;

/** Inserts a payment. Returns undefined if a payment with this key or provider reference exists. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<Payment | undefined> {
  const rows = await tx
    .insert(payments)
    .values({ ...payment, revision: firstRevision })
    .onConflictDoNothing()
    .returning();
  return rows[0];
}

export async function findPayment(queries: Queries, id: string): Promise<Payment | undefined> {
  const rows = await queries.select().from(payments).where(eq(payments.id, id));
  return rows[0];
}

export async function findPaymentByRef(
  queries: Queries,
  { provider, ref }: Pick<Payment, 'provider'> & { ref: string },
): Promise<Payment | undefined> {
  const rows = await queries
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.ref, ref)));
  return rows[0];
}

/** Locks and returns a payment. The caller holds the lock of the payment's order. */
export async function lockPayment(tx: Tx, id: string): Promise<Payment> {
  const rows = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  const [row] = rows;
  if (!row) throw new Error(`The payment ${id} is missing.`);
  return row;
}

/** Returns the payments of these orders, newest first. */
export async function paymentsOf(queries: Queries, orderIds: string[]): Promise<Payment[]> {
  if (orderIds.length === 0) return [];
  return await queries
    .select()
    .from(payments)
    .where(inArray(payments.orderId, orderIds))
    .orderBy(desc(payments.createdAt), desc(payments.id));
}

export async function duePayments(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(lte(payments.nextCheckAt, now))
    .orderBy(asc(payments.nextCheckAt))
    .limit(200);
  return rows.map(({ id }) => id);
}

export async function scheduleCheck(
  queries: Queries,
  id: string,
  nextCheckAt: Date | null,
): Promise<void> {
  await queries
    .update(payments)
    .set({ nextCheckAt, checks: sql`${payments.checks} + 1` })
    .where(eq(payments.id, id));
}

export async function changePayment(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<Payment, 'expiresAt' | 'ref' | 'refunded' | 'mayArriveUntil' | 'nextCheckAt' | 'checks'>
  >,
): Promise<void> {
  await tx.update(payments).set(change).where(eq(payments.id, id));
}

/** Inserts a refund. Returns false if this cause already has a refund. */
export async function insertRefund(
  tx: Tx,
  refund: Omit<typeof refunds.$inferInsert, 'state' | 'attempts'>,
): Promise<boolean> {
  const rows = await tx
    .insert(refunds)
    .values({ ...refund, state: 'asked' })
    .onConflictDoNothing({ target: refunds.cause })
    .returning({ id: refunds.id });
  return rows.length > 0;
}

export async function refundsOf(queries: Queries, orderIds: string[]): Promise<Refund[]> {
  if (orderIds.length === 0) return [];
  return await queries
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, orderIds))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

export async function findRefund(queries: Queries, id: string): Promise<Refund | undefined> {
  const rows = await queries.select().from(refunds).where(eq(refunds.id, id));
  return rows[0];
}

export async function findRefundByCause(
  queries: Queries,
  cause: string,
): Promise<Refund | undefined> {
  const rows = await queries.select().from(refunds).where(eq(refunds.cause, cause));
  return rows[0];
}

export async function dueRefunds(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(lte(refunds.nextTryAt, now))
    .orderBy(asc(refunds.nextTryAt))
    .limit(200);
  return rows.map(({ id }) => id);
}

/** Ends a refund. Returns undefined if another call has already ended it. */
export async function endRefund(
  tx: Tx,
  id: string,
  end: { state: 'done' | 'failed'; ref: string; now: Date },
): Promise<Refund | undefined> {
  const rows = await tx
    .update(refunds)
    .set({ state: end.state, ref: end.ref, endedAt: end.now, nextTryAt: null })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'asked')))
    .returning();
  return rows[0];
}

export async function postponeRefund(db: Database, id: string, nextTryAt: Date): Promise<void> {
  await db
    .update(refunds)
    .set({ nextTryAt, attempts: sql`${refunds.attempts} + 1` })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'asked')));
}
