import { and, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { owners } from '../owners/owners.schema.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import { subscriptions } from '../subscriptions/subscriptions.schema.ts';
import { orders } from './orders.schema.ts';
import { waiting } from './orders.store.ts';

/**
 * Returns buyers with a closed account that still have a running plan, a waiting order, or a task
 * reference.
 */
export async function buyersToForget(db: Database): Promise<string[]> {
  const isClosed = or(isNull(owners.id), isNotNull(owners.closedAt));
  const ofOrders = await db
    .selectDistinctOn([orders.ownerId], { ownerId: orders.ownerId })
    .from(orders)
    .leftJoin(owners, eq(owners.id, orders.ownerId))
    .where(and(or(isNotNull(orders.task), inArray(orders.status, [...waiting])), isClosed));
  const ofPlans = await db
    .selectDistinctOn([subscriptions.ownerId], { ownerId: subscriptions.ownerId })
    .from(subscriptions)
    .leftJoin(owners, eq(owners.id, subscriptions.ownerId))
    .where(and(ne(subscriptions.status, 'ended'), isClosed));
  return [...new Set([...ofOrders, ...ofPlans].map(({ ownerId }) => ownerId))];
}

/** Removes the task references from a buyer's orders, which stay in the books. */
export async function forgetBuyer(queries: Queries, ownerId: string): Promise<void> {
  await queries.update(orders).set({ task: null }).where(eq(orders.ownerId, ownerId));
}
