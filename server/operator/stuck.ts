import { paymentsOf } from '../orders/payments.store.ts';
import type { Database } from '../platform/database/database.ts';
import { ordersOfPlans, overdueRows } from './doctor.store.ts';
import { findPlanFaults } from './plan-faults.ts';

/** An item in a state that it should have left by itself. */
export type Stuck = { kind: string; id: string; since: string | null; why: string };

/**
 * Time after which an item counts as stuck. The sweep runs every minute, and a restart takes
 * several minutes.
 */
export const patienceMs = 10 * 60_000;
const dayMs = 86_400_000;

const iso = (date: Date | null) => date?.toISOString() ?? null;

async function stuckPlans(db: Database, plans: Rows['plans'], before: Date): Promise<Stuck[]> {
  const ids = plans.map(({ id }) => id);
  const orders = await ordersOfPlans(
    db,
    ids,
    plans.map(({ lastOrderId }) => lastOrderId),
  );
  const payments = await paymentsOf(
    db,
    orders.map(({ id }) => id),
  );
  return findPlanFaults({ plans, orders, payments }, before).map(({ where, what }) => ({
    kind: 'plan',
    id: where,
    since: null,
    why: what,
  }));
}

type Rows = Awaited<ReturnType<typeof overdueRows>>;

const stuckRefunds = ({ refunds, now }: Rows, before: Date): Stuck[] =>
  refunds.flatMap(({ refund, code, status }) => {
    const one = { kind: 'refund', id: code ?? refund.id, since: iso(refund.createdAt) };
    const { state, nextTryAt, createdAt, attempts } = refund;
    if (state === 'failed') {
      const why = `The provider refused to refund ${refund.amount} ${refund.currency}.`;
      // The bank has charged the payment back, or a repeated request has refunded it.
      return status === 'chargedBack' || status === 'refunded' ? [] : [{ ...one, why }];
    }
    if (nextTryAt === null || nextTryAt < before) {
      return [{ ...one, why: 'It was not sent to the provider in time.' }];
    }
    const isOld = now.getTime() - createdAt.getTime() > dayMs;
    return isOld
      ? [{ ...one, why: `Sent ${attempts} times, but not completed within a day.` }]
      : [];
  });

/** Finds items in a state that they should have left by themselves. */
export async function findStuck(db: Database, now: Date): Promise<Stuck[]> {
  const before = new Date(now.getTime() - patienceMs);
  const rows = await overdueRows(db, { before, now });
  return [
    ...rows.orders.map(({ code, status, expiresAt }) => ({
      kind: 'order',
      id: code,
      since: iso(expiresAt),
      why: `Is ${status} after its time limit.`,
    })),
    ...rows.payments.map(({ payment: { status, nextCheckAt }, code }) => ({
      kind: 'payment',
      id: code,
      since: iso(nextCheckAt),
      why: `Is ${status}, and ${nextCheckAt ? 'the provider was not asked in time' : 'no inquiry is scheduled'}.`,
    })),
    ...stuckRefunds(rows, before),
    ...(await stuckPlans(db, rows.plans, before)),
    ...rows.tasks.map(({ id, deadlineAt }) => ({
      kind: 'task',
      id,
      since: iso(deadlineAt),
      why: 'Has not ended by its deadline.',
    })),
    ...rows.mails.map(({ id, kind, nextTryAt, attempts, lastError }) => ({
      kind: 'mail',
      id: String(id),
      since: iso(nextTryAt),
      why: `${kind} was not sent; ${attempts} tries${lastError ? `, the last: ${lastError}` : ''}.`,
    })),
    ...rows.events.map(({ provider, eventId, receivedAt }) => ({
      kind: 'webhook',
      id: `${provider} ${eventId}`,
      since: iso(receivedAt),
      why: 'Was recorded but never settled.',
    })),
  ];
}
