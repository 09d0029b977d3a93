import { and, asc, desc, eq, inArray, lte, or, sql } from 'drizzle-orm';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { firstRevision } from '../platform/database/revisions.ts';
import { orders, payments } from './orders.schema.ts';

export type Order = typeof orders.$inferSelect;
export type NewOrder = Omit<
  typeof orders.$inferInsert,
  'revision' | 'status' | 'isLate' | 'paidAt' | 'paidBy' | 'receiptNumber'
>;

/** States in which an order waits for its payment. */
export const waiting = ['open', 'notPaid'] as const;

export const isWaiting = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'open' || status === 'notPaid';

/** Matches orders that can be paid, and ended orders whose money may still arrive. */
const isAwaited = or(
  inArray(orders.status, [...waiting]),
  and(
    inArray(orders.status, ['cancelled', 'expired']),
    sql`exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id} and (${payments.status} = 'pending' or ${payments.mayArriveUntil} is not null))`,
  ),
);

/** Inserts an order. Returns undefined if an order with this key, or for this cycle, exists. */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<Order | undefined> {
  const rows = await tx
    .insert(orders)
    .values({ ...order, status: 'open', revision: firstRevision })
    .onConflictDoNothing()
    .returning();
  return rows[0];
}

export async function findOrder(queries: Queries, id: string): Promise<Order | undefined> {
  const rows = await queries.select().from(orders).where(eq(orders.id, id));
  return rows[0];
}

/**
 * Locks and returns an order. All changes of the order by other transactions wait until this
 * transaction ends.
 */
export async function lockOrder(tx: Tx, id: string): Promise<Order> {
  const rows = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  const [row] = rows;
  if (!row) throw new Error(`The order ${id} is missing.`);
  return row;
}

export async function findOrderByCode(queries: Queries, code: string): Promise<Order | undefined> {
  const rows = await queries.select().from(orders).where(eq(orders.code, code));
  return rows[0];
}

export async function findOrderByKey(
  queries: Queries,
  ownerId: string,
  idempotencyKey: string,
): Promise<Order | undefined> {
  const rows = await queries
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.ownerId, ownerId),
        or(
          eq(orders.idempotencyKey, idempotencyKey),
          sql`${idempotencyKey} = any(${orders.laterKeys})`,
        ),
      ),
    );
  return rows[0];
}

type SamePurchase = Pick<
  Order,
  'ownerId' | 'productCode' | 'currency' | 'country' | 'amount' | 'autoRenew'
>;

/**
 * Returns the latest order of the same purchase whose money may still arrive. The caller holds the
 * owner's lock.
 */
export async function findWaitingOrder(tx: Tx, request: SamePurchase): Promise<Order | undefined> {
  const rows = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.ownerId, request.ownerId),
        eq(orders.reason, 'purchase'),
        isAwaited,
        eq(orders.productCode, request.productCode),
        eq(orders.currency, request.currency),
        eq(orders.country, request.country),
        eq(orders.amount, request.amount),
        eq(orders.autoRenew, request.autoRenew),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
    .for('update');
  return rows[0];
}

const keysKept = 20;

/** Records the key of another request for the same purchase. */
export async function noteLaterRequest(
  tx: Tx,
  id: string,
  {
    idempotencyKey,
    ...change
  }: Pick<Order, 'idempotencyKey' | 'returnPath' | 'task' | 'locale' | 'expiresAt'>,
): Promise<void> {
  const keys = sql`(array_append(${orders.laterKeys}, ${idempotencyKey}))[greatest(1, cardinality(${orders.laterKeys}) + 2 - ${sql.raw(String(keysKept))}):]`;
  await tx
    .update(orders)
    .set({ ...change, laterKeys: keys })
    .where(eq(orders.id, id));
}

/** Returns purchases that can still be paid, newest first. */
export async function waitingPurchases(queries: Queries, ownerId: string): Promise<Order[]> {
  return await queries
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.ownerId, ownerId),
        eq(orders.reason, 'purchase'),
        inArray(orders.status, [...waiting]),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id));
}

export async function findLastOrder(queries: Queries, ownerId: string): Promise<Order | undefined> {
  const rows = await queries
    .select()
    .from(orders)
    .where(eq(orders.ownerId, ownerId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);
  return rows[0];
}

/**
 * Returns an owner's orders: payable orders first, then the newest orders. `isOpen` selects only
 * purchases whose payment is expected.
 */
export async function listOrders(
  queries: Queries,
  {
    ownerId,
    offset,
    limit,
    isOpen = false,
  }: { ownerId: string; offset: number; limit: number; isOpen?: boolean },
): Promise<Order[]> {
  const isOver = sql`case when ${orders.status} in ('open', 'notPaid') then 0 else 1 end`;
  return await queries
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.ownerId, ownerId),
        isOpen ? and(isAwaited, eq(orders.reason, 'purchase')) : undefined,
      ),
    )
    .orderBy(asc(isOver), desc(orders.createdAt), desc(orders.id))
    .offset(offset)
    .limit(limit);
}

export async function ordersPastTime(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.status, [...waiting]), lte(orders.expiresAt, now)))
    .orderBy(asc(orders.expiresAt))
    .limit(500);
  return rows.map(({ id }) => id);
}

export async function ordersWaitingOf(queries: Queries, ownerId: string): Promise<Order[]> {
  return await queries
    .select()
    .from(orders)
    .where(and(eq(orders.ownerId, ownerId), inArray(orders.status, [...waiting])));
}

export async function changeOrder(
  tx: Tx,
  id: string,
  change: Partial<Pick<Order, 'expiresAt' | 'subscriptionId' | 'cycle'>>,
): Promise<void> {
  await tx.update(orders).set(change).where(eq(orders.id, id));
}

/** Returns the paid passes that may not have expired yet. */
export async function paidPasses(queries: Queries, ownerId: string): Promise<Order[]> {
  return await queries
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.ownerId, ownerId),
        eq(orders.productKind, 'pass'),
        or(eq(orders.status, 'paid'), eq(orders.status, 'partlyRefunded')),
      ),
    )
    .orderBy(desc(orders.paidAt))
    .limit(3);
}

export async function nextReceiptNumber(tx: Tx): Promise<number> {
  const { rows } = (await tx.execute(
    sql`select nextval('receipt_numbers')::int as n`,
  )) as unknown as {
    rows: { n: number }[];
  };
  const [row] = rows;
  if (!row) throw new Error('Expected a number from the sequence of receipts.');
  return row.n;
}
