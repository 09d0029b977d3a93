import type { z } from 'zod';
import type { changePreview, Subscription as Presented } from '../../contract/subscription.ts';
import { endOf, retryPlan } from '../orders/terms.ts';
import type { ChangePreview } from './plan-changes.ts';
import type { PlanView } from './plan-views.ts';

const none: Presented = {
  id: null,
  subscriptionStatus: 0,
  cancelAtPeriodEnd: false,
  lastPaymentStatus: 0,
  lastPaymentCurrency: null,
  currentCycle: 0,
  currentCycleUnit: 0,
  currentCycleStatus: 0,
  productCode: null,
  orderCode: null,
  method: null,
  startedAt: null,
  periodStart: null,
  periodEnd: null,
  nextCharge: null,
  retries: [],
  nextProductCode: null,
  credits: null,
  canResume: false,
  cancelledAt: null,
  pendingChange: null,
};

const iso = (date: Date) => date.toISOString();

/** Returns a plan as its user sees it (R50). Without a plan, returns the values for none. */
export function presentPlan(view: PlanView | null, now: Date): Presented {
  if (!view) return none;
  const { plan, orderCode, creditsLeft, nextAmount } = view;
  const { id, status, lastPaymentStatus, currency, duration, durationUnit, periodEnd } = plan;
  const isOver = status === 'ended';
  const { nextChargeAt, failures } = plan;
  return {
    id,
    lastPaymentStatus,
    orderCode,
    productCode: plan.productCode,
    method: plan.method,
    subscriptionStatus: isOver ? 2 : 1,
    cancelAtPeriodEnd: status === 'ending',
    lastPaymentCurrency: currency,
    currentCycle: duration,
    currentCycleUnit: durationUnit,
    currentCycleStatus: isOver || periodEnd <= now ? 2 : 1,
    startedAt: iso(plan.createdAt),
    periodStart: iso(plan.periodStart),
    periodEnd: iso(isOver ? (plan.endedAt ?? periodEnd) : endOf(plan)),
    nextCharge: nextChargeAt ? { amount: nextAmount, currency, at: iso(nextChargeAt) } : null,
    retries:
      status === 'pastDue' && nextChargeAt
        ? retryPlan(periodEnd, failures, nextChargeAt).map(iso)
        : [],
    nextProductCode: plan.nextProductCode,
    credits: isOver
      ? null
      : { granted: plan.credits, left: creditsLeft, expiresAt: iso(periodEnd) },
    cancelledAt: plan.cancelledAt ? iso(plan.cancelledAt) : null,
    pendingChange: view.pendingChange,
    canResume: status === 'ending' && plan.mandate !== null && endOf(plan) > now,
  };
}

export function presentChange(preview: ChangePreview): z.input<typeof changePreview> {
  const { at, nextCharge, currency, ...rest } = preview;
  return {
    ...rest,
    currency,
    at: iso(at),
    nextCharge: { amount: nextCharge.amount, currency, at: iso(nextCharge.at) },
  };
}
