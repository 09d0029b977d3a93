import type { MethodCode } from '../../contract/price.ts';
import { AppError } from '../platform/errors.ts';
import { type CreationDeps, createCreation, type OrderRequest } from './order-creation.ts';
import {
  type OrderView,
  orderByCode,
  unknownOrder,
  viewById,
  viewOf,
  viewsOf,
} from './order-views.ts';
import { findLastOrder, listOrders, type Order, ordersPastTime } from './orders.store.ts';
import { paymentsOf } from './payments.store.ts';
import { answered } from './provider-calls.ts';
import { createTries } from './tries.ts';
import { workThrough } from './work-through.ts';

export type Orders = {
  /**
   * Creates an order and starts its payment. The same key returns the same order. A request for the
   * same purchase also returns this order while its payment may arrive. With another method, a
   * payment is added to that order.
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
   * Returns an order. Another user's order gets the same error as an unknown order.
   * @throws AppError order_not_found
   */
  find(ownerId: string, code: string): Promise<OrderView>;
  last(ownerId: string): Promise<OrderView | null>;
  /**
   * Returns open orders first, then the newest orders. `isOpen` selects only purchases that can
   * still be paid.
   */
  list(
    ownerId: string,
    request: { offset: number; isOpen: boolean },
  ): Promise<{ orders: OrderView[]; next: number | null }>;
  /**
   * Cancels an order.
   * @throws AppError order_not_found, order_closed
   */
  cancel(ownerId: string, code: string): Promise<OrderView>;
  /**
   * Asks the provider about the order's payment now.
   * @throws AppError order_not_found, provider_unavailable
   */
  check(ownerId: string, code: string): Promise<OrderView>;
  /** Closes orders that were not paid in time. */
  sweep(): Promise<void>;
};

const pageSize = 20;

export function createOrders(deps: CreationDeps): Orders {
  const { db, prices, inquiry, now, onError } = deps;
  const tries = createTries(deps);

  async function own(ownerId: string, code: string): Promise<Order> {
    const order = await orderByCode(db, code);
    if (order.ownerId !== ownerId) throw unknownOrder();
    return order;
  }

  return {
    create: createCreation(deps, tries),
    async pay(ownerId, code, request) {
      const { id, country, currency, amount, autoRenew } = await own(ownerId, code);
      prices.providerFor(request.method, { country, currency, amount, autoRenew });
      if (!(await tries.again(id, request))) {
        throw new AppError('order_closed', 'the order is closed, or money for it may still arrive');
      }
      return await viewById(db, id);
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
      return await viewById(db, order.id);
    },
    async check(ownerId, code) {
      const order = await own(ownerId, code);
      for (const { id } of await paymentsOf(db, [order.id])) {
        await answered(inquiry.ask(id), onError);
      }
      return await viewById(db, order.id);
    },
    async sweep() {
      await workThrough(await ordersPastTime(db, now()), tries.expire, { onError });
    },
  };
}
