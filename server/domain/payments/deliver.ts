import { addDurations } from '../../../machines/model/calendar.ts';
import { changeOrder, type Order } from '../../store/orders.store.ts';
import type { Payment } from '../../store/payments.store.ts';
import {
  findOneTime,
  insertSubscription,
  isRenewing,
  lockSubscription,
  type Subscription,
} from '../../store/subscriptions.store.ts';
import { reached } from '../../write-points.ts';
import { grantCredits } from '../credits.ts';
import { newId } from '../guests.ts';
import { holdCredits, releaseCredits } from './held-credits.ts';
import type { Work } from './moves.ts';
import { lateRenewalMs, paymentStatuses } from './terms.ts';

/** What a paid order brought; or why its money goes back. */
export type Delivered =
  | { renewal: { amount: number; at: Date } | null }
  | { refused: 'afterCancel' | 'closed' };

/** Gives what was paid for, within the transaction that makes the order paid. */
export async function deliver(work: Work, order: Order, payment: Payment): Promise<Delivered> {
  if (order.reason === 'renewal') return await renew(work, order);
  if (order.reason === 'change') return await change(work, order);
  if (order.productKind === 'plan') return await begin(work, order, payment);
  const expiresAt = addDurations(work.now, order);
  return (await give(work, order, expiresAt)) ? { renewal: null } : { refused: 'closed' };
}

/** False when nobody can use them, because the account is closed. */
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

/** Where somebody has a plan that renews itself already, this one does not: nobody is charged for two. */
async function begin(work: Work, order: Order, payment: Payment): Promise<Delivered> {
  const { tx, now } = work;
  const running = order.autoRenew && payment.mandate ? await lockOneTime(work, order) : undefined;
  if (running) return await goOn(work, running, { order, payment });
  const periodEnd = addDurations(now, order);
  if (!(await give(work, order, periodEnd))) return { refused: 'closed' };
  const { ownerId, locale, productCode, credits, duration, durationUnit } = order;
  const { price, currency, country } = order;
  const { provider, method } = payment;
  // A provider may give one that nobody asked for: without auto-renewal it is not ours to use.
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

/** The plan that this order goes on with, unless another order was faster or its time is over meanwhile. */
async function lockOneTime({ tx, now }: Work, order: Order): Promise<Subscription | undefined> {
  const found = await findOneTime(tx, order, now);
  if (!found) return undefined;
  const plan = await lockSubscription(tx, found.id);
  const isOneTime = plan.status === 'ending' && plan.mandate === null && plan.periodEnd > now;
  return isOneTime ? plan : undefined;
}

/**
 * Renewal is switched on for a plan that was paid once: what is bought is its next cycle, which begins when
 * the present one ends.
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

/** The next cycle begins where the last one ended, unless it is paid much later. */
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

/** What a plan is from now on, by the order that pays it. */
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
  if (!order.subscriptionId) throw new Error(`the renewal ${order.code} is of no plan`);
  const plan = await lockSubscription(work.tx, order.subscriptionId);
  // Cancelled meanwhile: nothing is charged any more, whatever was under way.
  if (!isRenewing(plan) || order.cycle !== plan.cycle + 1) return { refused: 'afterCancel' };
  const period = nextPeriod(plan, order, work.now);
  if (!(await give(work, order, period.periodEnd))) return await endClosed(work, plan.id);
  const set = { ...termsOf(order), ...period, nextChargeAt: period.periodEnd };
  await work.movePlan(plan.id, 'subscription.renewed', set);
  reached('deliver.plan-moved');
  return { renewal: { amount: order.price, at: period.periodEnd } };
}

/** Nobody has the plan any more. */
async function endClosed({ now, movePlan }: Work, planId: string): Promise<Delivered> {
  await movePlan(planId, 'subscription.ended', { endedAt: now, nextChargeAt: null });
  return { refused: 'closed' };
}

/** Another plan begins now; the credits that were deducted have been held since its charge was written. */
async function change(work: Work, order: Order): Promise<Delivered> {
  const { tx, now } = work;
  if (!order.subscriptionId) throw new Error(`the change ${order.code} is of no plan`);
  const plan = await lockSubscription(tx, order.subscriptionId);
  // Given up before the money came: what it held may be used by now.
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
  // A charge that was written before credits were held takes them now.
  await holdCredits(tx, plan, order, now);
  return { renewal: { amount: order.price, at: periodEnd } };
}
