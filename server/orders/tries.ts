import type { MethodCode } from '../../contract/price.ts';
import type { ProviderName } from '../platform/config/payments-config.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { reached } from '../platform/write-points.ts';
import type { PaymentProvider } from '../providers/provider.port.ts';
import { findRenewing, findSubscription } from '../subscriptions/subscriptions.store.ts';
import { notFinal } from './check-times.ts';
import type { Inquiry } from './inquiry.ts';
import { inTransaction, type Work } from './moves.ts';
import { changeOrder, findOrder, isWaiting, lockOrder, type Order } from './orders.store.ts';
import { insertPayment, isLive, mayArrive, type Payment, paymentsOf } from './payments.store.ts';
import type { Prices } from './prices.ts';
import { answered, knownOf } from './provider-calls.ts';

export type PayRequest = {
  method: MethodCode;
  idempotencyKey: string;
  /** true if the open payment page has another return page or language than this request */
  leadsElsewhere?: boolean;
};

/** Starts and cancels the payments of an order. */
export type Tries = {
  timeLimit(method: MethodCode): number;
  begin(tx: Tx, order: Order, request: PayRequest): Promise<unknown>;
  /**
   * Ensures that the order can be paid by this method. Continues its payment, or begins a payment
   * and cancels the others. Returns false, without changes, if the order can no longer be paid or
   * its payment may be in progress.
   * @throws AppError subscription_exists, provider_unavailable
   */
  again(orderId: string, request: PayRequest): Promise<boolean>;
  /** Cancels an order. Returns false if its payment may be in progress or it has already ended. */
  cancel(orderId: string): Promise<boolean>;
  /** Closes an order that was not paid in time. */
  expire(orderId: string): Promise<void>;
};

export type TriesDeps = {
  db: Database;
  prices: Prices;
  providerOf: (name: ProviderName) => PaymentProvider;
  isConfigured: (name: ProviderName) => boolean;
  inquiry: Inquiry;
  now: () => Date;
  onError: (error: unknown) => void;
};

/**
 * A payment page with less remaining time is replaced, because the buyer could not fill in its form
 * in time.
 */
const shortestMs = 2 * 60_000;

export function createTries(deps: TriesDeps): Tries {
  const { db, prices, providerOf, isConfigured, inquiry, now, onError } = deps;
  const timeLimit = (method: MethodCode) => prices.capability(method)?.timeLimitMs ?? 0;

  async function begin(tx: Tx, order: Order, { method, idempotencyKey: wishKey }: PayRequest) {
    const provider = prices.providerFor(method, order);
    return await insertPayment(tx, {
      id: newId(),
      orderId: order.id,
      provider: provider.name,
      method,
      wishKey,
      amount: order.amount,
      currency: order.currency,
      checkout: { kind: 'none' },
      status: 'created',
      createdAt: now(),
      nextCheckAt: new Date(now().getTime() + 60_000),
      expiresAt: order.expiresAt,
    });
  }

  /** Returns true if the buyer can continue with this payment. */
  const isUsable = (payment: Payment, method: MethodCode) =>
    isLive(payment) &&
    !mayArrive(payment) &&
    isConfigured(payment.provider) &&
    payment.method === method &&
    payment.expiresAt.getTime() - now().getTime() >= Math.min(shortestMs, timeLimit(method));

  async function endLive(
    work: Work,
    payments: Payment[],
    type: 'payment.cancelled' | 'payment.expired',
  ): Promise<Payment[]> {
    const live = payments.filter(isLive);
    for (const { id } of live) await work.movePayment(id, type, notFinal(work.now));
    return live;
  }

  /**
   * Tries to close checkouts. If a buyer still pays at a checkout that stays open, the payment
   * counts or is refunded.
   */
  async function closeCheckouts(payments: Payment[]): Promise<void> {
    for (const payment of payments) {
      await providerOf(payment.provider).cancel(knownOf(payment)).catch(onError);
    }
  }

  /**
   * Refuses to pay a plan order while another plan renews itself, because both would be charged.
   */
  async function refuseSecondPlan(queries: Queries, order: Order): Promise<void> {
    const { productKind, reason, ownerId } = order;
    if (productKind !== 'plan' || reason !== 'purchase' || !isWaiting(order)) return;
    if (await findRenewing(queries, ownerId)) {
      throw new AppError('subscription_exists', 'the account already has a plan that is renewed');
    }
  }

  async function againWithin(work: Work, id: string, request: PayRequest) {
    const { tx } = work;
    const order = await lockOrder(tx, id);
    await refuseSecondPlan(tx, order);
    const tries = await paymentsOf(tx, [id]);
    const isKnown = tries.some(({ wishKey }) => wishKey === request.idempotencyKey);
    if (isKnown || tries.some((one) => isUsable(one, request.method))) return [];
    if (!isWaiting(order) || order.reason !== 'purchase' || tries.some(mayArrive)) return null;
    // Only payments that began after the other payments were closed at the provider are still open
    // here.
    const givenUp = await endLive(work, tries, 'payment.cancelled');
    const expiresAt = new Date(work.now.getTime() + timeLimit(request.method));
    await changeOrder(tx, id, { expiresAt });
    if (order.status === 'notPaid') await work.moveOrder(id, 'order.retried');
    await begin(tx, { ...order, expiresAt }, request);
    reached('order.payment-made');
    return givenUp;
  }

  /** Ends the order unless its payment may be in progress. */
  async function close(
    id: string,
    type: 'order.cancelled' | 'order.expired',
    mayClose: (order: Order, payment: Payment) => boolean,
  ): Promise<boolean> {
    const closed = await inTransaction(db, now(), async (work) => {
      const order = await lockOrder(work.tx, id);
      const tries = await paymentsOf(work.tx, [id]);
      if (!isWaiting(order) || !tries.every((one) => mayClose(order, one))) return null;
      const end = type === 'order.cancelled' ? 'payment.cancelled' : 'payment.expired';
      const live = await endLive(work, tries, end);
      await work.moveOrder(id, type);
      return live;
    });
    await closeCheckouts(closed ?? []);
    return closed !== null;
  }

  return {
    timeLimit,
    begin,
    async again(orderId, request) {
      const order = await findOrder(db, orderId);
      // This check is made before the open payment page is closed.
      if (order) await refuseSecondPlan(db, order);
      const tries = await paymentsOf(db, [orderId]);
      const isKnown = tries.some(({ wishKey }) => wishKey === request.idempotencyKey);
      for (const one of tries) {
        if (isKnown || (isUsable(one, request.method) && !request.leadsElsewhere)) continue;
        await answered(inquiry.giveUp(one.id), onError);
      }
      const givenUp = await inTransaction(db, now(), (work) => againWithin(work, orderId, request));
      reached('order.committed');
      await closeCheckouts(givenUp ?? []);
      const made = await paymentsOf(db, [orderId]);
      const begun = made.find((one) => one.status === 'created' && isLive(one));
      if (begun) await answered(inquiry.ask(begun.id), onError);
      return givenUp !== null;
    },
    async cancel(orderId) {
      for (const { id } of await paymentsOf(db, [orderId])) {
        await inquiry.giveUp(id).catch(onError);
      }
      return await close(orderId, 'order.cancelled', (_, one) => !mayArrive(one));
    },
    async expire(orderId) {
      const order = await findOrder(db, orderId);
      // The plan, not the order, decides how long to retry the payment of a cycle.
      if (order?.reason === 'renewal' && order.subscriptionId) {
        const plan = await findSubscription(db, order.subscriptionId);
        if (plan && plan.status !== 'ended') return;
      }
      const inquire = order?.reason === 'purchase' ? inquiry.giveUp : inquiry.ask;
      const tries = await paymentsOf(db, [orderId]);
      for (const one of tries.filter(isLive)) await inquire(one.id);
      await close(
        orderId,
        'order.expired',
        ({ expiresAt }, { status }) => expiresAt <= now() && status !== 'pending',
      );
    },
  };
}
