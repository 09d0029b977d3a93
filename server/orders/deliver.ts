import { addDurations } from '../../machines/model/calendar.ts';
import { grantCredits } from '../credits/credits.ts';
import { newId } from '../platform/ids.ts';
import { reached } from '../platform/write-points.ts';
import {
  findOneTime,
  insertSubscription,
  isRenewing,
  lockSubscription,
  type Subscription,
} from '../subscriptions/subscriptions.store.ts';
import { holdCredits, releaseCredits } from './held-credits.ts';
import type { Work } from './moves.ts';
import { changeOrder, type Order } from './orders.store.ts';
import type { Payment } from './payments.store.ts';
import { lateRenewalMs, paymentStatuses } from './terms.ts';

/** The outcome of a paid order, or the reason why its money is refunded. */
export type Delivered =
  | { renewal: { amount: number; at: Date } | null }
  | { refused: 'afterCancel' | 'closed' };

/** Delivers a paid order, in the transaction that marks it as paid. */
export async function deliver(work: Work, order: Order, payment: Payment): Promise<Delivered> {
  if (order.reason === 'renewal') return await renew(work, order);
  if (order.reason === 'change') return await change(work, order);
  if (order.productKind === 'plan') return await begin(work, order, payment);
  const expiresAt = addDurations(work.now, order);
  return (await give(work, order, expiresAt)) ? { renewal: null } : { refused: 'closed' };
}

/** Grants the credits of an order. Returns false if the account is closed. */
async function give({ tx, now }: Work, order: Order, expiresAt: Date): Promise<boolean> {
  const isRenewal = order.reason === 'renewal';
  const { outcome } = await grantCredits(tx, {
    ownerId: order.ownerId,
    amount: order.credits,
    source: order.productKind,
    cause: isRenewal
      ? `subscription:${order.subscriptionId}:cycle:${order.cycle}`
      : `order:${order.id}:purchase`,
    orderId: order.id,
    expiresAt,
    kind: isRenewal ? 'renewal' : 'purchase',
    now,
  });
  return outcome !== 'noOwner';
}

/**
 * Begins a plan. A user with a renewing plan gets no second plan, so the payment for a second plan
 * is refunded.
 */
async function begin(work: Work, order: Order, payment: Payment): Promise<Delivered> {
  const { tx, now } = work;
  const running = order.autoRenew && payment.mandate ? await lockOneTime(work, order) : undefined;
  if (running) return await goOn(work, running, { order, payment });
  const periodEnd = addDurations(now, order);
  if (!(await give(work, order, periodEnd))) return { refused: 'closed' };
  const { ownerId, locale, productCode, credits, duration, durationUnit } = order;
  const { price, currency, country } = order;
  const { provider, method } = payment;
  // A provider may return a mandate that was not requested. Without auto-renewal it must not be
  // used.
  const mandate = order.autoRenew ? payment.mandate : null;
  const plan = {
    id: newId(),
    ownerId,
    locale,
    productCode,
    credits,
    duration,
    durationUnit,
    price,
    currency,
    country,
    provider,
    method,
    mandate,
    firstOrderId: order.id,
    lastOrderId: order.id,
    createdAt: now,
    anchorAt: now,
    anchorCycle: 1,
    cycle: 1,
    periodStart: now,
    periodEnd,
    lastPaymentStatus: paymentStatuses.paid,
  };
  reached('deliver.plan-due');
  if (mandate !== null) {
    const made = await insertSubscription(tx, {
      ...plan,
      status: 'active',
      nextChargeAt: periodEnd,
    });
    if (made) return { renewal: { amount: price, at: periodEnd } };
  }
  await insertSubscription(tx, { ...plan, status: 'ending', nextChargeAt: null });
  return { renewal: null };
}

/**
 * Returns the plan that this order continues. Returns undefined if the plan has ended or another
 * order continued it.
 */
async function lockOneTime({ tx, now }: Work, order: Order): Promise<Subscription | undefined> {
  const found = await findOneTime(tx, order, now);
  if (!found) return undefined;
  const plan = await lockSubscription(tx, found.id);
  const isOneTime = plan.status === 'ending' && plan.mandate === null && plan.periodEnd > now;
  return isOneTime ? plan : undefined;
}

/**
 * Switches on renewal for a plan that was paid once. The order pays the plan's next cycle, which
 * begins when the current cycle ends.
 */
async function goOn(
  work: Work,
  plan: Subscription,
  { order, payment }: { order: Order; payment: Payment },
): Promise<Delivered> {
  const { tx, now } = work;
  const { id } = plan;
  const period = nextPeriod(plan, order, now);
  if (!(await give(work, order, period.periodEnd))) return await endClosed(work, id);
  const { currency, country } = order;
  const { provider, method, mandate } = payment;
  await changeOrder(tx, order.id, { subscriptionId: id, cycle: period.cycle });
  await work.movePlan(id, 'subscription.resumed', {
    ...termsOf(order),
    ...period,
    currency,
    country,
    provider,
    method,
    mandate,
    cancelledAt: null,
    nextChargeAt: period.periodEnd,
  });
  reached('deliver.plan-moved');
  return { renewal: { amount: order.price, at: period.periodEnd } };
}

/** Returns the next cycle. It begins where the last cycle ended, unless it is paid much later. */
function nextPeriod(
  plan: {
    anchorAt: Date;
    anchorCycle: number;
    cycle: number;
    periodEnd: Date;
    duration: number;
    durationUnit: number;
  },
  order: Order,
  now: Date,
) {
  const cycle = plan.cycle + 1;
  const isLate = now.getTime() - plan.periodEnd.getTime() > lateRenewalMs;
  const hasOtherLength =
    plan.duration !== order.duration || plan.durationUnit !== order.durationUnit;
  if (!isLate && !hasOtherLength) {
    const { anchorAt, anchorCycle } = plan;
    const periodEnd = addDurations(anchorAt, plan, cycle - anchorCycle + 1);
    return { anchorAt, anchorCycle, cycle, periodStart: plan.periodEnd, periodEnd };
  }
  const periodStart = isLate ? now : plan.periodEnd;
  const periodEnd = addDurations(periodStart, order);
  return { anchorAt: periodStart, anchorCycle: cycle, cycle, periodStart, periodEnd };
}

/** Returns the terms of a plan, taken from the order that pays it. */
export const termsOf = ({ productCode, credits, duration, durationUnit, price, id }: Order) => ({
  productCode,
  credits,
  duration,
  durationUnit,
  price,
  lastOrderId: id,
  lastPaymentStatus: paymentStatuses.paid,
  failures: 0,
  nextProductCode: null,
});

async function renew(work: Work, order: Order): Promise<Delivered> {
  if (!order.subscriptionId) throw new Error(`The renewal ${order.code} has no subscriptionId.`);
  const plan = await lockSubscription(work.tx, order.subscriptionId);
  // The plan was cancelled in the meantime, so this order must not be charged.
  if (!isRenewing(plan) || order.cycle !== plan.cycle + 1) return { refused: 'afterCancel' };
  const period = nextPeriod(plan, order, work.now);
  if (!(await give(work, order, period.periodEnd))) return await endClosed(work, plan.id);
  const set = { ...termsOf(order), ...period, nextChargeAt: period.periodEnd };
  await work.movePlan(plan.id, 'subscription.renewed', set);
  reached('deliver.plan-moved');
  return { renewal: { amount: order.price, at: period.periodEnd } };
}

/** Ends the plan of a closed account. */
async function endClosed({ now, movePlan }: Work, planId: string): Promise<Delivered> {
  await movePlan(planId, 'subscription.ended', { endedAt: now, nextChargeAt: null });
  return { refused: 'closed' };
}

/** Begins another plan. The deducted credits have been held since the charge was written. */
async function change(work: Work, order: Order): Promise<Delivered> {
  const { tx, now } = work;
  if (!order.subscriptionId) throw new Error(`The change ${order.code} has no subscriptionId.`);
  const plan = await lockSubscription(tx, order.subscriptionId);
  // The change was cancelled before it was paid, so the credits that it held may have been used.
  if (order.isLate || plan.status !== 'active' || plan.cycle !== order.cycle) {
    await releaseCredits(tx, order.id, now);
    return { refused: 'afterCancel' };
  }
  const periodEnd = addDurations(now, order);
  if (!(await give(work, order, periodEnd))) return await endClosed(work, plan.id);
  const cycle = plan.cycle + 1;
  await work.movePlan(plan.id, 'subscription.changed', {
    ...termsOf(order),
    anchorAt: now,
    anchorCycle: cycle,
    cycle,
    periodStart: now,
    periodEnd,
    nextChargeAt: periodEnd,
  });
  reached('deliver.plan-moved');
  // A charge that was written by an earlier version did not hold the credits, so they are taken
  // now.
  await holdCredits(tx, plan, order, now);
  return { renewal: { amount: order.price, at: periodEnd } };
}
