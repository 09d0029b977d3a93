import type { Mailer } from '../mail/mailer.port.ts';
import type { Inquiry } from '../orders/inquiry.ts';
import { inTransaction, type Work } from '../orders/moves.ts';
import { newOrderCode } from '../orders/order-codes.ts';
import {
  changeOrder,
  insertOrder,
  lockOrder,
  type NewOrder,
  type Order,
} from '../orders/orders.store.ts';
import { insertPayment, isLive, paymentsOf } from '../orders/payments.store.ts';
import { findCycleOrder } from '../orders/plan-orders.store.ts';
import { endOf } from '../orders/terms.ts';
import { workThrough } from '../orders/work-through.ts';
import { type PriceList, priceOf, taxIn } from '../platform/config/price-list.ts';
import type { Database } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { reached } from '../platform/write-points.ts';
import {
  changeSubscription,
  dueRenewals,
  endingPlans,
  findSubscription,
  isRenewing,
  lockSubscription,
  type Subscription,
} from './subscriptions.store.ts';

export type Renewals = {
  /** Charges the next cycle of a plan if it is due. */
  renew(subscriptionId: string): Promise<void>;
  /** Charges all due cycles, and ends plans whose period is over. */
  sweep(): Promise<void>;
};

/** Terms of a plan that an off-session charge pays. */
export type ChargeTerms = Pick<
  Order,
  'productCode' | 'credits' | 'duration' | 'durationUnit' | 'price'
> & { amount: number };

/** Time limit of a renewal charge. It is long, because the buyer need not do anything. */
const chargeMs = 30 * 86_400_000;

/** Returns the current tax of a country. */
export function taxOf(list: PriceList, country: string, amount: number) {
  const { name: taxName, basisPoints: taxBasisPoints } = list.countries[country]?.tax ?? {
    name: '',
    basisPoints: 0,
  };
  return { taxName, taxBasisPoints, tax: taxIn(amount, taxBasisPoints) };
}

/**
 * Returns the terms of the next cycle: the terms of the plan that the user has chosen, or those of
 * the current plan at the same price.
 */
export function nextTerms(list: PriceList, plan: Subscription): ChargeTerms {
  const next = list.products.find(({ code }) => code === plan.nextProductCode);
  if (!next) {
    const { productCode, credits, duration, durationUnit, price } = plan;
    return { productCode, credits, duration, durationUnit, price, amount: price };
  }
  const { code: productCode, credits, duration, durationUnit } = next;
  const price = priceOf(next, plan.currency);
  return { productCode, credits, duration, durationUnit, price, amount: price };
}

/** Returns an order of a plan that is charged while its user is not present. */
export function planOrder(
  list: PriceList,
  plan: Subscription,
  terms: ChargeTerms,
  rest: Pick<NewOrder, 'reason' | 'cycle' | 'idempotencyKey'> & { now: Date },
): NewOrder {
  const { id: subscriptionId, ownerId, locale, currency, country } = plan;
  const { now, ...how } = rest;
  return {
    id: newId(),
    code: newOrderCode(),
    ownerId,
    locale,
    subscriptionId,
    currency,
    country,
    productKind: 'plan',
    autoRenew: true,
    createdAt: now,
    ...how,
    ...terms,
    ...taxOf(list, country, terms.amount),
    expiresAt: new Date(now.getTime() + chargeMs),
  };
}

/** Inserts a charge of a plan's mandate. Returns undefined if the charge was inserted before. */
export function insertCharge({ tx, now }: Work, plan: Subscription, order: Order, wishKey: string) {
  const { provider, method, mandate } = plan;
  if (mandate === null) throw new Error(`The plan ${plan.id} has no mandate.`);
  return insertPayment(tx, {
    id: newId(),
    orderId: order.id,
    wishKey,
    provider,
    method,
    chargedBy: mandate,
    amount: order.amount,
    currency: order.currency,
    checkout: { kind: 'none' },
    status: 'created',
    createdAt: now,
    expiresAt: order.expiresAt,
    nextCheckAt: new Date(now.getTime() + 60_000),
  });
}

class NotDue extends Error {}

const isDue = (plan: Subscription, now: Date) =>
  isRenewing(plan) &&
  plan.mandate !== null &&
  plan.nextChargeAt !== null &&
  plan.nextChargeAt <= now;

export function createRenewals(deps: {
  db: Database;
  list: PriceList;
  inquiry: Inquiry;
  mailer: Mailer;
  now: () => Date;
  onError: (error: unknown) => void;
}): Renewals {
  const { db, list, inquiry, now, onError } = deps;

  /**
   * Returns the order of the next cycle, which is inserted now or was inserted by an earlier
   * charge.
   */
  async function orderOfCycle(work: Work, plan: Subscription) {
    const cycle = plan.cycle + 1;
    const idempotencyKey = `renewal ${plan.id} ${cycle}`;
    const rest = { reason: 'renewal', cycle, idempotencyKey, now: work.now } as const;
    const made = await insertOrder(work.tx, planOrder(list, plan, nextTerms(list, plan), rest));
    reached('renewal.order-made');
    const order = await findCycleOrder(work.tx, { subscriptionId: plan.id, cycle });
    if (!order) throw new Error(`The plan ${plan.id} has no order for cycle ${cycle}.`);
    return { order: await lockOrder(work.tx, order.id), isNew: made !== undefined };
  }

  /** Returns the payment about which the provider must be asked, or null if no charge is due. */
  const chargeOf = (seen: Subscription) =>
    inTransaction(db, now(), async (work) => {
      const { order, isNew } = await orderOfCycle(work, seen);
      const plan = await lockSubscription(work.tx, seen.id);
      if (plan.cycle !== seen.cycle || !isDue(plan, work.now)) {
        // Another sweep or the user has started the charge first. The rollback removes the order
        // that was inserted here.
        if (isNew) throw new NotDue();
        return await withdrawOrder(work, order, plan);
      }
      if (order.status === 'notPaid') await work.moveOrder(order.id, 'order.retried');
      await changeOrder(work.tx, order.id, {
        expiresAt: new Date(work.now.getTime() + chargeMs),
      });
      const tries = await paymentsOf(work.tx, [order.id]);
      // A plan that was cancelled and resumed may still have a pending charge.
      const payment = tries.some(isLive)
        ? undefined
        : await insertCharge(work, plan, order, `try ${tries.length + 1}`);
      await changeSubscription(work.tx, plan.id, { nextChargeAt: null });
      reached('renewal.payment-made');
      return payment?.id ?? null;
    });

  /** Cancels the order of a charge that is no longer due, if the plan has ended. */
  async function withdrawOrder(work: Work, order: Order, plan: Subscription): Promise<null> {
    if (plan.status === 'ended' && order.status !== 'paid') {
      await work.moveOrder(order.id, 'order.cancelled');
    }
    return null;
  }

  async function renew(subscriptionId: string): Promise<void> {
    const plan = await findSubscription(db, subscriptionId);
    if (!plan || !isDue(plan, now())) return;
    const payment = await chargeOf(plan).catch((error) => {
      if (error instanceof NotDue) return null;
      throw error;
    });
    reached('renewal.committed');
    if (payment) await inquiry.ask(payment);
  }

  async function end(plan: Subscription): Promise<void> {
    if (endOf(plan) > now()) return;
    const { id: subscriptionId, cycle } = plan;
    const next = await findCycleOrder(db, { subscriptionId, cycle: cycle + 1 });
    await inTransaction(db, now(), async (work) => {
      const order = next && (await lockOrder(work.tx, next.id));
      const ended = await work.movePlan(plan.id, 'subscription.ended', {
        endedAt: work.now,
        nextChargeAt: null,
      });
      // The order is cancelled only now, because until now the plan could be resumed and this cycle
      // paid.
      if (ended && order?.status === 'notPaid') await work.moveOrder(order.id, 'order.cancelled');
    });
  }

  return {
    renew,
    async sweep() {
      await workThrough(await dueRenewals(db, now()), renew, { onError });
      for (const plan of await endingPlans(db, now())) await end(plan).catch(onError);
    },
  };
}
