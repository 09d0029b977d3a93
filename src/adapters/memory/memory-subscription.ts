import type { Plan } from '../../../machines/model/membership.ts';
import { isLoggedIn } from '../../../machines/model/user.ts';
import type { AppPorts } from '../../../machines/ports/app-ports.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { sampleChange, sampleWithdrawal } from '../../../machines/testing/sample-plans.ts';
import type { MemoryWorld } from './memory-world.ts';

const refused = (code: string) => new PortError({ reason: 'refused', code });

/** Creates the port for the plan of the world's only user. */
export function createMemorySubscription(world: MemoryWorld): AppPorts['subscription'] {
  const needsUser = () => {
    if (!isLoggedIn(world.user)) throw refused('10009');
  };
  const change = (changes: Partial<Plan>): Plan => {
    if (!world.plan) throw refused('subscription_not_found');
    world.plan = { ...world.plan, ...changes };
    return world.plan;
  };
  const ofUser = (changes: Partial<Plan>): Plan => {
    needsUser();
    return change(changes);
  };
  const find = (code: string, proof: string | null) => {
    if (proof === null) needsUser();
    else if (proof !== world.code) throw refused('invalid_code');
    const order = world.orders.find((one) => one.code === code);
    if (!order) throw refused(proof === null ? 'order_not_found' : 'invalid_code');
    return order;
  };
  return {
    loadMembership: async () => {
      needsUser();
      return { plan: world.plan, orders: world.orders, nextCursor: null };
    },
    loadOlderOrders: async () => {
      needsUser();
      return { orders: [], nextCursor: null };
    },
    resumePlan: async () =>
      ofUser({ cancelAtPeriodEnd: false, canResume: false, cancelledAt: null }),
    retryRenewal: async () => ofUser({ lastPaymentStatus: 1, retries: [] }),
    previewChange: async ({ productCode }) => sampleChange({ productCode }),
    changePlan: async ({ productCode }) => ofUser({ nextProductCode: productCode }),
    sendOrderCode: async ({ code }) => {
      world.mailed.push(code);
      return { resendAfterMs: 60_000 };
    },
    lookAtOrder: async ({ code, proof }) => find(code, proof),
    previewWithdrawal: async ({ code, proof }) => ({
      ...sampleWithdrawal,
      code: find(code, proof).code,
    }),
    leave: async (wish) => {
      if (wish.kind === 'withdraw') {
        const order = find(wish.code, wish.proof);
        return { kind: 'withdraw', order: { ...order, status: 'partlyRefunded' } };
      }
      if ('code' in wish) find(wish.code, wish.proof);
      else needsUser();
      const cancelledAt = world.plan?.periodStart ?? null;
      return {
        kind: 'cancel',
        plan: change({ cancelAtPeriodEnd: true, nextCharge: null, cancelledAt }),
      };
    },
  };
}
