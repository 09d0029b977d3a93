import type { Subscription } from '../../../contract/subscription.ts';
import type { Plan } from '../../../machines/model/membership.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import type { SubscriptionPort } from '../../../machines/ports/subscription.port.ts';
import type { CallApi } from './api-client.ts';
import { createKey } from './create-key.ts';

/**
 * Returns the plan in an answer, or null if the answer has no id, because the user then has no plan
 * (R50).
 */
const planOf = ({ id, ...plan }: Subscription): Plan | null =>
  id === null ? null : { ...plan, id };

const ownPlan = (subscription: Subscription): Plan => {
  const plan = planOf(subscription);
  if (!plan) throw new PortError({ reason: 'server' });
  return plan;
};

const withProof = (code: string, proof: string | null) =>
  proof === null ? { code } : { code, proof };

export const createHttpSubscription = (api: CallApi): SubscriptionPort => ({
  loadMembership: async (_, signal) => {
    const [subscription, { orders, nextCursor }] = await Promise.all([
      api('subscription', { signal }),
      api('orders', { payload: {}, signal }),
    ]);
    return { plan: planOf(subscription), orders, nextCursor };
  },
  loadOlderOrders: ({ cursor }, signal) => api('orders', { payload: { cursor }, signal }),
  resumePlan: async (payload, signal) =>
    ownPlan(await api('resumeSubscription', { payload, signal })),
  retryRenewal: async (payload, signal) => ownPlan(await api('retryRenewal', { payload, signal })),
  previewChange: async (payload, signal) => ({
    ...(await api('previewChange', { payload, signal })),
    idempotencyKey: createKey(),
  }),
  changePlan: async (payload, signal) =>
    ownPlan((await api('changeSubscription', { payload, signal })).subscription),
  sendOrderCode: (payload, signal) => api('accessOrder', { payload, signal }),
  lookAtOrder: (payload, signal) => api('accessedOrder', { payload, signal }),
  previewWithdrawal: ({ code, proof }, signal) =>
    api('previewWithdrawal', { payload: withProof(code, proof), signal }),
  leave: async (wish, signal) => {
    const { kind, ...who } = wish;
    if (wish.kind === 'withdraw') {
      const payload = withProof(wish.code, wish.proof);
      return { kind: 'withdraw', order: await api('withdraw', { payload, signal }) };
    }
    const payload = who as { id: string } | { code: string; proof: string };
    return { kind: 'cancel', plan: planOf(await api('cancelSubscription', { payload, signal })) };
  },
});
