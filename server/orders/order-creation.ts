import type { z } from 'zod';
import type { createOrderBody } from '../../contract/order.ts';
import type { Locale } from '../../machines/model/locale.ts';
import { isInternalPath } from '../../machines/model/navigation.ts';
import { lockOwner } from '../owners/owners.store.ts';
import { findUser } from '../owners/users.store.ts';
import type { Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Tracing } from '../platform/tracing/tracing.port.ts';
import { reached } from '../platform/write-points.ts';
import { findRenewing } from '../subscriptions/subscriptions.store.ts';
import { newOrderCode } from './order-codes.ts';
import { type OrderView, viewById, viewOf } from './order-views.ts';
import {
  findOrderByKey,
  findWaitingOrder,
  insertOrder,
  isWaiting,
  noteLaterRequest,
  type Order,
  waitingPurchases,
} from './orders.store.ts';
import type { Offer } from './prices.ts';
import { answered } from './provider-calls.ts';
import { maxWaiting } from './terms.ts';
import type { Tries, TriesDeps } from './tries.ts';

export type OrderRequest = z.infer<typeof createOrderBody> & {
  /**
   * language of the page, payment page, return page and receipt; if absent, the account's language
   */
  locale?: Locale | undefined;
};

/**
 * An order. `leadsElsewhere` is true if its open payment page has another return page or language
 * than the request.
 */
type Found = { order: Order; isNew: boolean; leadsElsewhere?: boolean };

/**
 * Returns the order if it matches the request.
 * @throws AppError idempotency_conflict
 */
function sameOrder(order: Order, request: OrderRequest): Order {
  const isSame =
    order.productCode === request.productCode &&
    order.currency === request.currency &&
    order.country === request.country &&
    order.amount === request.amount &&
    order.autoRenew === request.autoRenew;
  if (!isSame)
    throw new AppError('idempotency_conflict', 'this idempotency key was used for another order');
  return order;
}

/** Returns the page on which the buyer continues after the payment. */
const goalOf = ({
  returnPath = '/',
  task = null,
}: Pick<OrderRequest, 'returnPath'> & { task?: string | null | undefined }) => ({
  returnPath: isInternalPath(returnPath) ? returnPath : '/',
  task,
});

export type CreationDeps = TriesDeps & { tracing: Pick<Tracing, 'current'> };

/** Returns the implementation of `Orders.create`. */
export function createCreation(
  { db, prices, inquiry, tracing, now, onError }: CreationDeps,
  tries: Tries,
) {
  async function rowOf(tx: Tx, ownerId: string, request: OrderRequest, offer: Offer) {
    const user = await findUser(tx, ownerId);
    if (!user) throw new AppError('10009', 'the account was closed');
    const createdAt = now();
    const { code: productCode, kind: productKind, credits, duration, durationUnit } = offer.product;
    const { amount, currency, tax, taxBasisPoints, taxName, country, autoRenew } = offer;
    return {
      id: newId(),
      code: newOrderCode(),
      ownerId,
      locale: request.locale ?? user.locale,
      idempotencyKey: request.idempotencyKey,
      reason: 'purchase' as const,
      productCode,
      productKind,
      credits,
      duration,
      durationUnit,
      amount,
      price: amount,
      currency,
      tax,
      taxBasisPoints,
      taxName,
      country,
      autoRenew,
      traceparent: tracing.current(),
      createdAt,
      ...goalOf(request),
      expiresAt: new Date(createdAt.getTime() + tries.timeLimit(request.method)),
    };
  }

  /**
   * Returns the existing order of the same purchase whose money may still arrive, whatever page or
   * tab made it. An ended order is returned unchanged, because a second order could be paid in
   * addition.
   */
  async function reuseWithin(tx: Tx, ownerId: string, request: OrderRequest) {
    const waiting = await findWaitingOrder(tx, { ...request, ownerId });
    if (!waiting) return null;
    if (!isWaiting(waiting)) return { order: waiting, isNew: false };
    // This leaves enough time for an inquiry about the payment before the order expires.
    const soon = new Date(now().getTime() + 60_000);
    const expiresAt = waiting.expiresAt < soon ? soon : waiting.expiresAt;
    const { idempotencyKey, locale = waiting.locale } = request;
    const goal = goalOf(request);
    await noteLaterRequest(tx, waiting.id, { idempotencyKey, locale, expiresAt, ...goal });
    const leadsElsewhere = goal.returnPath !== waiting.returnPath || locale !== waiting.locale;
    return { order: waiting, isNew: false, leadsElsewhere };
  }

  async function insertWithin(
    tx: Tx,
    ownerId: string,
    request: OrderRequest,
    offer: Offer,
  ): Promise<Found> {
    await lockOwner(tx, ownerId);
    const known = await findOrderByKey(tx, ownerId, request.idempotencyKey);
    if (known) return { order: sameOrder(known, request), isNew: false };
    if (offer.product.kind === 'plan' && (await findRenewing(tx, ownerId))) {
      throw new AppError('subscription_exists', 'the account already has a plan that is renewed');
    }
    const reused = await reuseWithin(tx, ownerId, request);
    if (reused) return reused;
    const order = await insertOrder(tx, await rowOf(tx, ownerId, request, offer));
    if (!order)
      throw new AppError(
        'idempotency_conflict',
        'this idempotency key or order code was used for another order',
      );
    reached('order.row-made');
    await tries.begin(tx, order, request);
    reached('order.payment-made');
    return { order, isNew: true };
  }

  async function find(ownerId: string, request: OrderRequest): Promise<Found> {
    const known = await findOrderByKey(db, ownerId, request.idempotencyKey);
    if (known) return { order: sameOrder(known, request), isNew: false };
    const offer = prices.offer(request);
    if (offer.amount !== request.amount) {
      throw new AppError('price_changed', `the current price is ${offer.amount} ${offer.currency}`);
    }
    prices.providerFor(request.method, offer);
    const found = await db.transaction((tx) => insertWithin(tx, ownerId, request, offer));
    reached('order.committed');
    return found;
  }

  /** Cancels the oldest orders beyond the limit, except those whose payment may be in progress. */
  async function cancelOldest(ownerId: string): Promise<void> {
    const waiting = await waitingPurchases(db, ownerId);
    for (const { id } of waiting.slice(maxWaiting)) await tries.cancel(id);
  }

  async function create(ownerId: string, request: OrderRequest): Promise<OrderView> {
    const { order, isNew, leadsElsewhere = false } = await find(ownerId, request);
    if (order.idempotencyKey !== request.idempotencyKey) {
      // The order existed before this request. If it cannot be paid again now, its state shows why.
      await tries.again(order.id, { ...request, leadsElsewhere });
      return await viewById(db, order.id);
    }
    const { payments } = await viewOf(db, order);
    const created = payments.find(({ status }) => status === 'created');
    if (created) await answered(inquiry.ask(created.id), onError);
    if (isNew) await cancelOldest(ownerId);
    return await viewById(db, order.id);
  }

  return create;
}
