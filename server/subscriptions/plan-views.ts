import { creditsLeftOfOrder } from '../credits/credits.ts';
import { findOrder } from '../orders/orders.store.ts';
import { changesUnderWay } from '../orders/plan-orders.store.ts';
import type { PriceList } from '../platform/config/price-list.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { nextTerms } from './renewals.ts';
import { findSubscription, type Subscription } from './subscriptions.store.ts';

/** A plan with the remainder of its current cycle. */
export type PlanView = {
  plan: Subscription;
  orderCode: string | null;
  creditsLeft: number;
  /** price of the next cycle */
  nextAmount: number;
  /** product of a plan change whose charge is in progress */
  pendingChange: string | null;
};

export const unknownPlan = () => new AppError('subscription_not_found', 'there is no such plan');

export type PlanViews = ReturnType<typeof createPlanViews>;

/** Creates the functions that read a user's plans for the screens. */
export function createPlanViews({
  db,
  list,
  now,
}: {
  db: Database;
  list: PriceList;
  now: () => Date;
}) {
  const creditsLeft = (tx: Tx, { ownerId, lastOrderId }: Subscription) =>
    creditsLeftOfOrder(tx, { ownerId, orderId: lastOrderId, now: now() });

  async function view(plan: Subscription): Promise<PlanView> {
    const order = await findOrder(db, plan.firstOrderId);
    const left = plan.status === 'ended' ? 0 : await db.transaction((tx) => creditsLeft(tx, plan));
    const { amount: nextAmount } = nextTerms(list, plan);
    const [change] = await changesUnderWay(db, plan.id);
    return {
      plan,
      orderCode: order?.code ?? null,
      creditsLeft: left,
      nextAmount,
      pendingChange: change?.productCode ?? null,
    };
  }

  async function own(ownerId: string, id: string): Promise<Subscription> {
    const plan = await findSubscription(db, id);
    if (!plan || plan.ownerId !== ownerId) throw unknownPlan();
    return plan;
  }

  async function fresh(id: string): Promise<PlanView> {
    const plan = await findSubscription(db, id);
    if (!plan) throw unknownPlan();
    return await view(plan);
  }

  return { creditsLeft, view, own, fresh };
}
