import type { z } from 'zod';
import type { createOrderBody } from '../../contract/order.ts';
import type { MethodCode } from '../../contract/price.ts';
import type { Locale } from '../../machines/model/locale.ts';
import { isInternalPath } from '../../machines/model/navigation.ts';
import { lockOwner } from '../owners/owners.store.ts';
import { findUser } from '../owners/users.store.ts';
import type { Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { reached } from '../platform/write-points.ts';
import { findRenewing } from '../subscriptions/subscriptions.store.ts';
import { newOrderCode } from './order-codes.ts';
import { type OrderView, orderByCode, unknownOrder, viewOf, viewsOf } from './order-views.ts';
import {
  findLastOrder,
  findOrder,
  findOrderByKey,
  findWaitingOrder,
  insertOrder,
  isWaiting,
  listOrders,
  noteLaterRequest,
  type Order,
  ordersPastTime,
  waitingPurchases,
} from './orders.store.ts';
import { type Payment, paymentsOf } from './payments.store.ts';
import type { Offer } from './prices.ts';
import { answered } from './provider-calls.ts';
import { maxWaiting } from './terms.ts';
import { createTries, type TriesDeps } from './tries.ts';
import { workThrough } from './work-through.ts';

export type OrderRequest = z.infer<typeof createOrderBody> & {
  /**
   * language of the page, payment page, return page and receipt; defaults to the account's
   * language
   */
  locale?: Locale | undefined;
};

export type Orders = {
  /**
   * Creates an order and starts its payment. The same key returns the same order. The same
   * purchase also returns it while it waits for its money; another method then adds a payment to
   * that order.
   * @throws AppError unknown_product, price_changed, method_unavailable, subscription_exists,
   * idempotency_conflict, provider_unavailable
   */
  create(ownerId: string, request: OrderRequest): Promise<OrderView>;
  /**
   * Starts another payment.
   * @throws AppError order_not_found, order_closed, subscription_exists, method_unavailable,
   * provider_unavailable
   */
  pay(
    ownerId: string,
    code: string,
    request: { method: MethodCode; idempotencyKey: string },
  ): Promise<OrderView>;
  /**
   * Another user's order gets the same error as an unknown order.
   * @throws AppError order_not_found
   */
  find(ownerId: string, code: string): Promise<OrderView>;
  last(ownerId: string): Promise<OrderView | null>;
  /** Open orders first, then the newest. `isOpen` keeps only purchases that can still be paid. */
  list(
    ownerId: string,
    request: { offset: number; isOpen: boolean },
  ): Promise<{ orders: OrderView[]; next: number | null }>;
  /** @throws AppError order_not_found, order_closed */
  cancel(ownerId: string, code: string): Promise<OrderView>;
  /**
   * Asks the provider about the payment now.
   * @throws AppError order_not_found, provider_unavailable
   */
  check(ownerId: string, code: string): Promise<OrderView>;
  /** Closes orders that were not paid in time. */
  sweep(): Promise<void>;
};

export type OrdersDeps = TriesDeps;

/** `leadsElsewhere`: the open payment page has another return page or language. */
type Found = { order: Order; isNew: boolean; leadsElsewhere?: boolean };

const pageSize = 20;

/** @throws AppError idempotency_conflict */
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

/** The page on which the buyer continues after the payment. */
const goalOf = ({
  returnPath = '/',
  task = null,
}: Pick<OrderRequest, 'returnPath'> & { task?: string | null | undefined }) => ({
  returnPath: isInternalPath(returnPath) ? returnPath : '/',
  task,
});

export function createOrders(deps: OrdersDeps): Orders {
  const { db, prices, inquiry, now, onError } = deps;
  const tries = createTries(deps);

  /** Asks the provider; if it does not answer, logs the error and continues. */
  async function asked(payment: Payment | undefined): Promise<void> {
    if (payment) await answered(inquiry.ask(payment.id), onError);
  }

  async function reload(id: string): Promise<OrderView> {
    const order = await findOrder(db, id);
    if (!order) throw unknownOrder();
    return await viewOf(db, order);
  }

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
      createdAt,
      ...goalOf(request),
      expiresAt: new Date(createdAt.getTime() + tries.timeLimit(request.method)),
    };
  }

  /**
   * The existing order of the same purchase whose money may still arrive, from any page or tab. An
   * ended order is returned unchanged, because a second order could be paid in addition.
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
      throw new AppError('price_changed', `${offer.amount} ${offer.currency} is the current price`);
    }
    prices.providerFor(request.method, offer);
    const found = await db.transaction((tx) => insertWithin(tx, ownerId, request, offer));
    reached('order.committed');
    return found;
  }

  /** Cancels the oldest orders beyond the limit, except those whose money may be on its way. */
  async function cancelOldest(ownerId: string): Promise<void> {
    const waiting = await waitingPurchases(db, ownerId);
    for (const { id } of waiting.slice(maxWaiting)) await tries.cancel(id);
  }

  async function create(ownerId: string, request: OrderRequest): Promise<OrderView> {
    const { order, isNew, leadsElsewhere = false } = await find(ownerId, request);
    if (order.idempotencyKey !== request.idempotencyKey) {
      // The order existed before this press. If it cannot be paid again now, its state shows why.
      await tries.again(order.id, { ...request, leadsElsewhere });
      return await reload(order.id);
    }
    const { payments } = await viewOf(db, order);
    await asked(payments.find(({ status }) => status === 'created'));
    if (isNew) await cancelOldest(ownerId);
    return await reload(order.id);
  }

  async function own(ownerId: string, code: string): Promise<Order> {
    const order = await orderByCode(db, code);
    if (order.ownerId !== ownerId) throw unknownOrder();
    return order;
  }

  return {
    create,
    async pay(ownerId, code, request) {
      const { id, country, currency, amount, autoRenew } = await own(ownerId, code);
      prices.providerFor(request.method, { country, currency, amount, autoRenew });
      if (!(await tries.again(id, request))) {
        throw new AppError('order_closed', 'the order is closed, or money for it may still arrive');
      }
      return await reload(id);
    },
    find: async (ownerId, code) => viewOf(db, await own(ownerId, code)),
    async last(ownerId) {
      const order = await findLastOrder(db, ownerId);
      return order ? await viewOf(db, order) : null;
    },
    async list(ownerId, { offset, isOpen }) {
      const found = await listOrders(db, { ownerId, offset, limit: pageSize + 1, isOpen });
      const orders = await viewsOf(db, found.slice(0, pageSize));
      return { orders, next: found.length > pageSize ? offset + pageSize : null };
    },
    async cancel(ownerId, code) {
      const order = await own(ownerId, code);
      if (order.status !== 'cancelled' && !(await tries.cancel(order.id))) {
        throw new AppError(
          'order_closed',
          `the order cannot be cancelled: its status is ${order.status}`,
        );
      }
      return await reload(order.id);
    },
    async check(ownerId, code) {
      const order = await own(ownerId, code);
      for (const payment of await paymentsOf(db, [order.id])) await asked(payment);
      return await reload(order.id);
    },
    async sweep() {
      await workThrough(await ordersPastTime(db, now()), tries.expire, { onError });
    },
  };
}
