import type { Mailer } from '../mail/mailer.port.ts';
import { termsOf } from '../orders/deliver.ts';
import { releaseOfPlan } from '../orders/held-credits.ts';
import type { Work } from '../orders/moves.ts';
import { findOrder, type Order } from '../orders/orders.store.ts';
import { mailBuyer } from '../orders/payment-mails.ts';
import { refundsOf } from '../orders/payments.store.ts';
import { wasBoughtAnew } from '../orders/plan-orders.store.ts';
import { nextRetryAt, paymentStatuses } from '../orders/terms.ts';
import type { Tx } from '../platform/database/database.ts';
import { reached } from '../platform/write-points.ts';
import {
  changeSubscription,
  isRenewing,
  lockSubscription,
  type Subscription,
  subscriptionOfOrder,
} from './subscriptions.store.ts';

/**
 * Records that a charge of the next cycle was declined. The plan then waits for the next retry, or
 * ends after the last retry.
 */
export async function failRenewal(mailer: Mailer, work: Work, order: Order): Promise<void> {
  if (!order.subscriptionId) return;
  const plan = await lockSubscription(work.tx, order.subscriptionId);
  const failures = plan.failures + 1;
  const nextChargeAt = nextRetryAt(plan.periodEnd, failures, work.now);
  const failed = { lastPaymentStatus: paymentStatuses.failed, failures, nextChargeAt };
  // A plan cancelled in the meantime is not charged again, unless it is resumed.
  if (plan.status === 'ended' || !nextChargeAt) await work.moveOrder(order.id, 'order.cancelled');
  if (!isRenewing(plan)) return;
  const moved = nextChargeAt
    ? await work.movePlan(plan.id, 'subscription.paymentFailed', failed)
    : await work.movePlan(plan.id, 'subscription.ended', { ...failed, endedAt: work.now });
  reached('renewal.failure-noted');
  if (!moved) return;
  await mailBuyer(mailer, work.tx, moved, {
    cause: `renewal ${order.id} failed ${failures}`,
    kind: 'renewalFailed',
    values: {
      order: order.code,
      amount: order.amount,
      currency: order.currency,
      nextTryAt: nextChargeAt?.toISOString() ?? null,
    },
  });
}

/** Returns true if none of an order's money was refunded, except a part by the operator. */
async function isKept(tx: Tx, order: Order): Promise<boolean> {
  if (order.status === 'chargedBack') return false;
  const refunds = await refundsOf(tx, [order.id]);
  const back = refunds.filter((one) => one.paymentId === order.paidBy && one.state !== 'failed');
  const sum = back.reduce((total, { amount }) => total + amount, 0);
  return sum < order.amount && back.every(({ reason }) => reason !== 'withdrawal');
}

/**
 * Returns the first order if the plan can return to that order's period after a refund of the last
 * order. Three conditions must hold: the last order's period has not begun, the first order is
 * paid, and the period of the first order has not ended.
 */
async function runningPeriod(tx: Tx, plan: Subscription, now: Date): Promise<Order | undefined> {
  if (plan.periodStart <= now || plan.firstOrderId === plan.lastOrderId) return undefined;
  const first = await findOrder(tx, plan.firstOrderId);
  return first && (await isKept(tx, first)) ? first : undefined;
}

/**
 * Returns true if a plan depends on this order. This holds for the last order. It also holds for
 * the first order if only renewals followed.
 */
const carries = async (tx: Tx, plan: Subscription, { id }: Order): Promise<boolean> =>
  plan.lastOrderId === id || !(await wasBoughtAnew(tx, plan.id));

/** Returns true if a plan ends at once when this order is refunded. */
export async function endsPlan(tx: Tx, order: Order, now: Date): Promise<boolean> {
  const plan = await subscriptionOfOrder(tx, order.id);
  if (!plan || plan.status === 'ended' || !(await carries(tx, plan, order))) return false;
  return (await runningPeriod(tx, plan, now)) === undefined;
}

/**
 * Shortens a plan after one of its orders was refunded, so that the plan keeps only periods that
 * other orders paid.
 */
export async function endPlanOf(work: Work, order: Order): Promise<void> {
  const { tx, now, movePlan } = work;
  const found = await subscriptionOfOrder(tx, order.id);
  if (!found) return;
  const plan = await lockSubscription(tx, found.id);
  if (plan.status === 'ended') return;
  const isCurrent = plan.lastOrderId === order.id || plan.firstOrderId === order.id;
  if (!isCurrent || !(await carries(tx, plan, order))) return;
  const running = await runningPeriod(tx, plan, now);
  if (running) return await fallBack(work, plan, running);
  await movePlan(plan.id, 'subscription.ended', { endedAt: now, nextChargeAt: null });
}

/**
 * Restores the plan to its state before renewal was switched on. The plan then runs until its first
 * period ends.
 */
async function fallBack({ tx, now, movePlan }: Work, plan: Subscription, first: Order) {
  const { currency, country } = first;
  const { createdAt: periodStart, periodStart: periodEnd } = plan;
  const set = {
    ...termsOf(first),
    currency,
    country,
    mandate: null,
    nextChargeAt: null,
    anchorAt: periodStart,
    anchorCycle: 1,
    cycle: 1,
    periodStart,
    periodEnd,
    cancelledAt: null,
  };
  await releaseOfPlan(tx, plan.id, now);
  if (isRenewing(plan)) await movePlan(plan.id, 'subscription.cancelled', set);
  else await changeSubscription(tx, plan.id, set);
}
