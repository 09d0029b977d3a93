import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Queries } from '../platform/database/database.ts';
import { orders } from './orders.schema.ts';
import { type Order, waiting } from './orders.store.ts';

/* Queries for orders that charge a plan. */

export async function findCycleOrder(
  queries: Queries,
  { subscriptionId, cycle }: { subscriptionId: string; cycle: number },
): Promise<Order | undefined> {
  const rows = await queries
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.subscriptionId, subscriptionId),
        eq(orders.cycle, cycle),
        eq(orders.reason, 'renewal'),
      ),
    );
  return rows[0];
}

/** Returns the changes of this plan whose charge is in progress, at most one. */
export async function changesUnderWay(queries: Queries, subscriptionId: string): Promise<Order[]> {
  return await queries
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.subscriptionId, subscriptionId),
        eq(orders.reason, 'change'),
        inArray(orders.status, [...waiting]),
      ),
    );
}

/**
 * Returns true if a paid change, or a purchase that switched on renewal, has replaced this plan's
 * first order.
 */
export async function wasBoughtAnew(queries: Queries, subscriptionId: string): Promise<boolean> {
  const rows = await queries
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.subscriptionId, subscriptionId),
        ne(orders.reason, 'renewal'),
        inArray(orders.status, ['paid', 'partlyRefunded']),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
