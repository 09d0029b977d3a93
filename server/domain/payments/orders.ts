import type { z } from 'zod';
import type { createOrderBody } from '../../../contract/order.ts';
import type { MethodCode } from '../../../contract/price.ts';
import type { Locale } from '../../../machines/model/locale.ts';
import { isInternalPath } from '../../../machines/model/navigation.ts';
import { AppError } from '../../errors.ts';
import type { PaymentProvider, ProviderName } from '../../payments/provider.port.ts';
import type { Database, Tx } from '../../store/database.ts';
import {
  changeOrder,
  countWaiting,
  findLastOrder,
  findOrder,
  findOrderByKey,
  insertOrder,
  isWaiting,
  listOrders,
  lockOrder,
  type Order,
  ordersPastTime,
} from '../../store/orders.store.ts';
import { lockOwner } from '../../store/owners.store.ts';
import { insertPayment, isLive, type Payment, paymentsOf } from '../../store/payments.store.ts';
import { findRenewing, findSubscription } from '../../store/subscriptions.store.ts';
import { findUser } from '../../store/users.store.ts';
import { reached } from '../../write-points.ts';
import { newId } from '../guests.ts';
import { type Inquiry, knownOf } from './inquiry.ts';
import { inTransaction, type Work } from './moves.ts';
import { newOrderCode } from './order-codes.ts';
import { type OrderView, orderByCode, unknownOrder, viewOf, viewsOf } from './order-views.ts';
import type { Offer, Prices } from './prices.ts';
import { answered } from './provider-calls.ts';
import { maxWaiting } from './terms.ts';
import { workThrough } from './work-through.ts';

export type OrderWish = z.infer<typeof createOrderBody> & {
  /** of the page that sells: so are the pay page, the way back and the receipt; absent: the account's */
  locale?: Locale | undefined;
};

export type Orders = {
  /**
   * Orders and begins to pay; the same key gives the same order.
   * @throws AppError unknown_product, price_changed, method_unavailable, subscription_exists,
   * too_many_orders, idempotency_conflict, provider_unavailable
   */
  create(ownerId: string, wish: OrderWish): Promise<OrderView>;
  /** Another try. @throws AppError order_not_found, order_closed, method_unavailable, provider_unavailable */
  pay(
    ownerId: string,
    code: string,
    wish: { method: MethodCode; idempotencyKey: string },
  ): Promise<OrderView>;
  /** Somebody else's order answers exactly as an unknown one. @throws AppError order_not_found */
  find(ownerId: string, code: string): Promise<OrderView>;
  last(ownerId: string): Promise<OrderView | null>;
  /** Open ones first, then the newest. `isOpen`: only purchases that can still be paid. */
  list(
    ownerId: string,
    wish: { offset: number; isOpen: boolean },
  ): Promise<{ orders: OrderView[]; next: number | null }>;
  /** @throws AppError order_not_found, order_closed */
  cancel(ownerId: string, code: string): Promise<OrderView>;
  /** Asks the provider now. @throws AppError order_not_found, provider_unavailable */
  check(ownerId: string, code: string): Promise<OrderView>;
  /** Closes what was not paid in time. */
  sweep(): Promise<void>;
};

export type OrdersDeps = {
  db: Database;
  prices: Prices;
  providerOf: (name: ProviderName) => PaymentProvider;
  inquiry: Inquiry;
  now: () => Date;
  onError: (error: unknown) => void;
};

const pageSize = 20;

/** @throws AppError idempotency_conflict */
function sameOrder(order: Order, wish: OrderWish): Order {
  const isSame =
    order.productCode === wish.productCode &&
    order.currency === wish.currency &&
    order.country === wish.country &&
    order.amount === wish.amount &&
    order.autoRenew === wish.autoRenew;
  if (!isSame) throw new AppError('idempotency_conflict', 'the key belongs to another order');
  return order;
}

export function createOrders(deps: OrdersDeps): Orders {
  const { db, prices, providerOf, inquiry, now, onError } = deps;

  /** The provider's word, or that it has none now. */
  async function asked(payment: Payment | undefined): Promise<void> {
    if (payment) await answered(inquiry.ask(payment.id), onError);
  }

  async function reload(id: string): Promise<OrderView> {
    const order = await findOrder(db, id);
    if (!order) throw unknownOrder();
    return await viewOf(db, order);
  }

  const timeLimit = (method: MethodCode) => prices.capability(method)?.timeLimitMs ?? 0;

  async function begin(tx: Tx, order: Order, method: MethodCode, wishKey: string) {
    const provider = prices.providerFor(method, order);
    return await insertPayment(tx, {
      ...{ id: newId(), orderId: order.id, provider: provider.name, method, wishKey },
      ...{ amount: order.amount, currency: order.currency, checkout: { kind: 'none' } },
      ...{ status: 'created', createdAt: now(), nextCheckAt: new Date(now().getTime() + 60_000) },
      expiresAt: order.expiresAt,
    });
  }

  async function rowOf(tx: Tx, ownerId: string, wish: OrderWish, offer: Offer) {
    const user = await findUser(tx, ownerId);
    if (!user) throw new AppError('10009', 'the account was closed');
    const createdAt = now();
    const { code: productCode, kind: productKind, credits, duration, durationUnit } = offer.product;
    const { amount, currency, tax, taxBasisPoints, taxName, country, autoRenew } = offer;
    return {
      ...{ id: newId(), code: newOrderCode(), ownerId },
      locale: wish.locale ?? user.locale,
      ...{ idempotencyKey: wish.idempotencyKey, reason: 'purchase' as const, productCode },
      ...{ productKind, credits, duration, durationUnit, amount, price: amount, currency },
      ...{ tax, taxBasisPoints, taxName, country, autoRenew, createdAt },
      ...{
        returnPath: isInternalPath(wish.returnPath ?? '') ? (wish.returnPath ?? '/') : '/',
        task: wish.task ?? null,
      },
      expiresAt: new Date(createdAt.getTime() + timeLimit(wish.method)),
    };
  }

  async function insertWithin(tx: Tx, ownerId: string, wish: OrderWish, offer: Offer) {
    await lockOwner(tx, ownerId);
    const known = await findOrderByKey(tx, ownerId, wish.idempotencyKey);
    if (known) return sameOrder(known, wish);
    if ((await countWaiting(tx, ownerId)) >= maxWaiting) {
      throw new AppError('too_many_orders', `${maxWaiting} orders wait for their money`);
    }
    if (offer.product.kind === 'plan' && (await findRenewing(tx, ownerId))) {
      throw new AppError('subscription_exists', 'a plan renews itself already');
    }
    const order = await insertOrder(tx, await rowOf(tx, ownerId, wish, offer));
    if (!order) throw new AppError('idempotency_conflict', 'another order has this key or code');
    reached('order.row-made');
    await begin(tx, order, wish.method, wish.idempotencyKey);
    reached('order.payment-made');
    return order;
  }

  async function create(ownerId: string, wish: OrderWish): Promise<OrderView> {
    const known = await findOrderByKey(db, ownerId, wish.idempotencyKey);
    let order = known && sameOrder(known, wish);
    if (!order) {
      const offer = prices.offer(wish);
      if (offer.amount !== wish.amount) {
        throw new AppError('price_changed', `${offer.amount} ${offer.currency} now`);
      }
      prices.providerFor(wish.method, offer);
      order = await db.transaction((tx) => insertWithin(tx, ownerId, wish, offer));
      reached('order.committed');
    }
    const { id } = order;
    const { payments } = await viewOf(db, order);
    await asked(payments.find(({ status }) => status === 'created'));
    return await reload(id);
  }

  async function own(ownerId: string, code: string): Promise<Order> {
    const order = await orderByCode(db, code);
    if (order.ownerId !== ownerId) throw unknownOrder();
    return order;
  }

  async function retryWithin(
    work: Work,
    id: string,
    wish: { method: MethodCode; idempotencyKey: string },
  ) {
    const { tx } = work;
    const order = await lockOrder(tx, id);
    const tries = await paymentsOf(tx, [id]);
    if (tries.some(({ wishKey }) => wishKey === wish.idempotencyKey)) return [];
    const isBusy = tries.some(({ status }) => status === 'pending');
    if (!isWaiting(order) || isBusy || order.reason !== 'purchase') {
      throw new AppError('order_closed', `the order is ${order.status}`);
    }
    const givenUp = tries.filter(isLive);
    for (const given of givenUp) await work.movePayment(given.id, 'payment.cancelled');
    const expiresAt = new Date(work.now.getTime() + timeLimit(wish.method));
    await changeOrder(tx, id, { expiresAt });
    if (order.status === 'notPaid') await work.moveOrder(id, 'order.retried');
    await begin(tx, { ...order, expiresAt }, wish.method, wish.idempotencyKey);
    reached('order.payment-made');
    return givenUp;
  }

  /** Best effort: whoever pays there after all gets one of the payments back. */
  async function closeCheckouts(payments: Payment[]): Promise<void> {
    for (const payment of payments) {
      await providerOf(payment.provider).cancel(knownOf(payment)).catch(onError);
    }
  }

  /** Nothing is charged any more for what nobody has paid; who is at the provider finds it closed. */
  async function close(id: string, type: 'order.cancelled' | 'order.expired'): Promise<boolean> {
    const closed = await inTransaction(db, now(), async (work) => {
      const order = await lockOrder(work.tx, id);
      const tries = await paymentsOf(work.tx, [id]);
      if (!isWaiting(order) || tries.some(({ status }) => status === 'pending')) return null;
      const live = tries.filter(isLive);
      const end = type === 'order.cancelled' ? 'payment.cancelled' : 'payment.expired';
      for (const payment of live) {
        // Asked for once more, as the buyer may have paid a moment ago.
        const nextCheckAt = new Date(work.now.getTime() + 3_600_000);
        await work.movePayment(payment.id, end, { nextCheckAt, checks: 0 });
      }
      await work.moveOrder(id, type);
      return live;
    });
    await closeCheckouts(closed ?? []);
    return closed !== null;
  }

  /** Before an order is closed for its time, everybody is asked once more. */
  async function expire(id: string): Promise<void> {
    const order = await findOrder(db, id);
    // Of a cycle its plan says how long it is tried to be paid.
    if (order?.reason === 'renewal' && order.subscriptionId) {
      const plan = await findSubscription(db, order.subscriptionId);
      if (plan && plan.status !== 'ended') return;
    }
    const payments = await paymentsOf(db, [id]);
    for (const payment of payments.filter(isLive)) await inquiry.ask(payment.id);
    await close(id, 'order.expired');
  }

  return {
    create,
    async pay(ownerId, code, wish) {
      const { id, country, currency, amount, autoRenew } = await own(ownerId, code);
      prices.providerFor(wish.method, { country, currency, amount, autoRenew });
      const givenUp = await inTransaction(db, now(), (work) => retryWithin(work, id, wish));
      reached('order.committed');
      await closeCheckouts(givenUp);
      const payments = await paymentsOf(db, [id]);
      await asked(payments.find(({ wishKey }) => wishKey === wish.idempotencyKey));
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
      if (order.status !== 'cancelled' && !(await close(order.id, 'order.cancelled'))) {
        throw new AppError('order_closed', `the order is ${order.status}`);
      }
      return await reload(order.id);
    },
    async check(ownerId, code) {
      const order = await own(ownerId, code);
      for (const payment of await paymentsOf(db, [order.id])) await asked(payment);
      return await reload(order.id);
    },
    async sweep() {
      await workThrough(await ordersPastTime(db, now()), expire, { onError });
    },
  };
}
