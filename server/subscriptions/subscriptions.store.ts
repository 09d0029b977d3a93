import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { firstRevision } from '../platform/database/revisions.ts';
import { subscriptions } from './subscriptions.schema.ts';

export type Subscription = typeof subscriptions.$inferSelect;
type NewSubscription = Omit<typeof subscriptions.$inferInsert, 'revision'>;

/** States of plans that are charged again. */
export const renewing = ['active', 'pastDue'] as const;

export const isRenewing = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'active' || status === 'pastDue';

/**
 * Inserts a plan. Returns undefined if this order already has a plan, or if another plan of the
 * user renews itself.
 */
export async function insertSubscription(
  tx: Tx,
  subscription: NewSubscription,
): Promise<Subscription | undefined> {
  const rows = await tx
    .insert(subscriptions)
    .values({ ...subscription, revision: firstRevision })
    .onConflictDoNothing()
    .returning();
  return rows[0];
}

export async function findSubscription(
  queries: Queries,
  id: string,
): Promise<Subscription | undefined> {
  const rows = await queries.select().from(subscriptions).where(eq(subscriptions.id, id));
  return rows[0];
}

/**
 * Locks and returns a plan. A caller that also needs the locks of order and payment must take those
 * locks first.
 */
export async function lockSubscription(tx: Tx, id: string): Promise<Subscription> {
  const rows = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
  const [row] = rows;
  if (!row) throw new Error(`The subscription ${id} is missing.`);
  return row;
}

/** Returns the user's renewing plan, otherwise a running plan, otherwise the latest plan. */
export async function subscriptionOf(
  queries: Queries,
  ownerId: string,
): Promise<Subscription | undefined> {
  const rank = sql`case ${subscriptions.status} when 'active' then 0 when 'pastDue' then 0 when 'ending' then 1 else 2 end`;
  const rows = await queries
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.ownerId, ownerId))
    .orderBy(asc(rank), desc(subscriptions.createdAt), desc(subscriptions.id))
    .limit(1);
  return rows[0];
}

export async function findRenewing(
  queries: Queries,
  ownerId: string,
): Promise<Subscription | undefined> {
  const rows = await queries
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.ownerId, ownerId), inArray(subscriptions.status, [...renewing])));
  return rows[0];
}

/**
 * Returns a running plan of this product that cannot be charged, and that no chargeable plan has
 * replaced.
 */
export async function findOneTime(
  queries: Queries,
  { ownerId, productCode }: Pick<Subscription, 'ownerId' | 'productCode'>,
  now: Date,
): Promise<Subscription | undefined> {
  if (await findRenewing(queries, ownerId)) return undefined;
  const rows = await queries
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.ownerId, ownerId),
        eq(subscriptions.productCode, productCode),
        eq(subscriptions.status, 'ending'),
        eq(subscriptions.lastPaymentStatus, 1),
        isNull(subscriptions.mandate),
        gt(subscriptions.periodEnd, now),
      ),
    )
    .orderBy(desc(subscriptions.periodEnd))
    .limit(1);
  return rows[0];
}

/** Returns the plan that an order began, or whose current cycle it paid. */
export async function subscriptionOfOrder(
  queries: Queries,
  orderId: string,
): Promise<Subscription | undefined> {
  const rows = await queries
    .select()
    .from(subscriptions)
    .where(or(eq(subscriptions.firstOrderId, orderId), eq(subscriptions.lastOrderId, orderId)));
  return rows[0];
}

export async function dueRenewals(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(lte(subscriptions.nextChargeAt, now), inArray(subscriptions.status, [...renewing])))
    .orderBy(asc(subscriptions.nextChargeAt))
    .limit(200);
  return rows.map(({ id }) => id);
}

export async function endingPlans(db: Database, now: Date): Promise<Subscription[]> {
  return await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.status, 'ending'), lte(subscriptions.periodEnd, now)))
    .limit(200);
}

/** Returns the plans of an owner that have not ended. */
export async function runningPlans(queries: Queries, ownerId: string): Promise<Subscription[]> {
  return await queries
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.ownerId, ownerId), ne(subscriptions.status, 'ended')));
}

export async function changeSubscription(
  queries: Queries,
  id: string,
  change: Partial<Omit<Subscription, 'id' | 'status' | 'revision'>>,
): Promise<void> {
  await queries.update(subscriptions).set(change).where(eq(subscriptions.id, id));
}
