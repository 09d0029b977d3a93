import type { Order } from '../orders/orders.store.ts';
import { isLive, type Payment } from '../orders/payments.store.ts';
import { endOf } from '../orders/terms.ts';
import { isRenewing, type Subscription } from '../subscriptions/subscriptions.store.ts';
import type { Fault } from './finding.ts';

export type PlanBooks = { plans: Subscription[]; orders: Order[]; payments: Payment[] };

/** Checks that the plan has a next step: a due charge, a pending charge, or its end. */
function ofRest({ orders, payments }: PlanBooks, plan: Subscription, now: Date): Fault[] {
  const { id, status, nextChargeAt } = plan;
  const where = `plan ${id}`;
  const theirs = new Set(
    orders.filter(({ subscriptionId }) => subscriptionId === id).map((order) => order.id),
  );
  const isUnderWay = payments.some((payment) => theirs.has(payment.orderId) && isLive(payment));
  if (isRenewing(plan) && nextChargeAt === null && !isUnderWay) {
    const what = `is ${status}, and will never be charged or ended`;
    return [{ code: 'plan.unattended', where, what }];
  }
  if (isRenewing(plan) && nextChargeAt !== null && nextChargeAt <= now) {
    return [{ code: 'plan.overdue', where, what: `is ${status}, and its charge is overdue` }];
  }
  if (status === 'ending' && endOf(plan) <= now) {
    return [{ code: 'plan.never_ends', where, what: 'never ends' }];
  }
  return [];
}

/** Checks that a fully refunded plan has ended. */
function ofMoney({ orders }: PlanBooks, { id, status, lastOrderId }: Subscription): Fault[] {
  const order = orders.find((one) => one.id === lastOrderId);
  const isGone = order?.status === 'refunded' || order?.status === 'chargedBack';
  if (!isGone || status === 'ended') return [];
  const what = `is ${status}, but was refunded`;
  return [{ code: 'plan.money_gone', where: `plan ${id}`, what }];
}

/**
 * Finds the faults of plans.
 * @param now work that was due before this time should be done
 */
export const findPlanFaults = (books: PlanBooks, now: Date): Fault[] =>
  books.plans.flatMap((plan) => [...ofRest(books, plan, now), ...ofMoney(books, plan)]);
