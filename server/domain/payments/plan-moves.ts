import type { Mailer } from '../../mail/mailer.port.ts';
import type { Order } from '../../store/orders.store.ts';
import {
  isRenewing,
  lockSubscription,
  subscriptionOfOrder,
} from '../../store/subscriptions.store.ts';
import { reached } from '../../write-points.ts';
import type { Work } from './moves.ts';
import { mailBuyer } from './payment-mails.ts';
import { nextRetryAt, paymentStatuses } from './terms.ts';

/** A charge of the next cycle was declined: the plan waits for the next try, or is over after the last. */
export async function failRenewal(mailer: Mailer, work: Work, order: Order): Promise<void> {
  if (!order.subscriptionId) return;
  const plan = await lockSubscription(work.tx, order.subscriptionId);
  const failures = plan.failures + 1;
  const nextChargeAt = nextRetryAt(plan.periodEnd, failures, work.now);
  const failed = { lastPaymentStatus: paymentStatuses.failed, failures, nextChargeAt };
  // Of a plan that was cancelled meanwhile nothing is tried again, unless it is resumed.
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
      ...{ order: order.code, amount: order.amount, currency: order.currency },
      nextTryAt: nextChargeAt?.toISOString() ?? null,
    },
  });
}

/** The plan that an order pays is over at once: its money went back. */
export async function endPlanOf({ tx, now, movePlan }: Work, order: Order): Promise<void> {
  const found = await subscriptionOfOrder(tx, order.id);
  if (!found) return;
  const plan = await lockSubscription(tx, found.id);
  if (plan.lastOrderId !== order.id && plan.firstOrderId !== order.id) return;
  await movePlan(plan.id, 'subscription.ended', { endedAt: now, nextChargeAt: null });
}
