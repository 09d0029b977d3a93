import type { ChangePreview, Plan } from '../../../machines/model/membership.ts';

/* What walks share that are about a plan. */

const none = {
  ...{ id: null, subscriptionStatus: 0, cancelAtPeriodEnd: false, lastPaymentStatus: 0 },
  ...{ lastPaymentCurrency: null, currentCycle: 0, currentCycleUnit: 0, currentCycleStatus: 0 },
  ...{ productCode: null, orderCode: null, method: null, startedAt: null, periodStart: null },
  ...{ periodEnd: null, nextCharge: null, retries: [], nextProductCode: null, credits: null },
  ...{ canResume: false, cancelledAt: null, pendingChange: null },
};

/** As the server presents it. */
export const planAnswer = (plan: Plan | null) => ({
  obj: plan ? { ...plan, startedAt: plan.periodStart } : none,
});

export const ordersAnswer = (orders: readonly unknown[], nextCursor: string | null = null) => ({
  obj: { orders, nextCursor },
});

export const changeAnswer = ({ idempotencyKey: _, ...preview }: ChangePreview) => ({
  obj: preview,
});
