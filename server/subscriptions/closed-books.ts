import { forgetBuyer } from '../orders/closed-buyers.store.ts';
import { inTransaction } from '../orders/moves.ts';
import { ordersWaitingOf } from '../orders/orders.store.ts';
import type { Database } from '../platform/database/database.ts';
import { runningPlans } from './subscriptions.store.ts';

/**
 * Closes the orders of a closed account. Paid orders stay in the books without the buyer's data.
 */
export async function closeBooks(db: Database, ownerId: string, now: () => Date): Promise<void> {
  for (const { id } of await runningPlans(db, ownerId)) {
    await inTransaction(db, now(), async (work) => {
      const over = { endedAt: work.now, nextChargeAt: null };
      await work.movePlan(id, 'subscription.ended', over);
    });
  }
  for (const { id } of await ordersWaitingOf(db, ownerId)) {
    await inTransaction(db, now(), async (work) => {
      await work.moveOrder(id, 'order.cancelled');
    });
  }
  await forgetBuyer(db, ownerId);
}
