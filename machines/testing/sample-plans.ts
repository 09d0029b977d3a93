import type { ChangePreview, Plan, Withdrawal } from '../model/membership.ts';

export const samplePlan = (changes: Partial<Plan> = {}): Plan => ({
  id: 'plan-1',
  subscriptionStatus: 1,
  cancelAtPeriodEnd: false,
  lastPaymentStatus: 1,
  lastPaymentCurrency: 'EUR',
  currentCycle: 1,
  currentCycleUnit: 4,
  currentCycleStatus: 1,
  productCode: 'plan-month',
  orderCode: 'LW-ABCD-2345',
  method: 'card',
  startedAt: '2030-01-01T00:00:00.000Z',
  periodStart: '2030-01-01T00:00:00.000Z',
  periodEnd: '2030-02-01T00:00:00.000Z',
  nextCharge: { amount: 1299, currency: 'EUR', at: '2030-02-01T00:00:00.000Z' },
  retries: [],
  nextProductCode: null,
  canResume: false,
  cancelledAt: null,
  pendingChange: null,
  credits: { granted: 600, left: 420, expiresAt: '2030-02-01T00:00:00.000Z' },
  ...changes,
});

export const endingPlan = (changes: Partial<Plan> = {}): Plan =>
  samplePlan({
    cancelAtPeriodEnd: true,
    nextCharge: null,
    canResume: true,
    cancelledAt: '2030-01-20T00:00:00.000Z',
    ...changes,
  });

export const oneTimePlan = endingPlan({ canResume: false, cancelledAt: null });

export const pastDuePlan = samplePlan({
  lastPaymentStatus: 2,
  currentCycleStatus: 2,
  retries: ['2030-02-02T00:00:00.000Z', '2030-02-04T00:00:00.000Z'],
});

export const endedPlan = samplePlan({
  subscriptionStatus: 2,
  currentCycleStatus: 2,
  nextCharge: null,
  credits: null,
});

export const sampleChange = (changes: Partial<ChangePreview> = {}): ChangePreview => ({
  productCode: 'plan-week',
  currency: 'EUR',
  when: 'periodEnd',
  at: '2030-02-01T00:00:00.000Z',
  price: 499,
  deducted: 0,
  amount: 0,
  credits: { lost: 0, granted: 150 },
  nextCharge: { amount: 499, currency: 'EUR', at: '2030-02-01T00:00:00.000Z' },
  idempotencyKey: 'change-0123456789',
  ...changes,
});

export const sampleWithdrawal: Withdrawal = {
  code: 'LW-ABCD-2345',
  amount: 280,
  currency: 'EUR',
  paid: 399,
  credits: { granted: 100, used: 30, left: 70 },
  until: '2030-01-15T00:01:00.000Z',
  endsPlan: false,
};
