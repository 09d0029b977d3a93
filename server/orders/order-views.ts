import type { Queries } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { readOrderCode } from './order-codes.ts';
import { findOrder, findOrderByCode, type Order } from './orders.store.ts';
import { type Payment, paymentsOf, type Refund, refundsOf } from './payments.store.ts';

/** An order with its payments and refunds, newest first. */
export type OrderView = { order: Order; payments: Payment[]; refunds: Refund[] };

export async function viewsOf(queries: Queries, found: Order[]): Promise<OrderView[]> {
  const ids = found.map(({ id }) => id);
  const payments = await paymentsOf(queries, ids);
  const refunds = await refundsOf(queries, ids);
  return found.map((order) => ({
    order,
    payments: payments.filter(({ orderId }) => orderId === order.id),
    refunds: refunds.filter(({ orderId }) => orderId === order.id),
  }));
}

export async function viewOf(queries: Queries, order: Order): Promise<OrderView> {
  const [view] = await viewsOf(queries, [order]);
  if (!view) throw new Error('Expected a view of the order.');
  return view;
}

export const unknownOrder = () => new AppError('order_not_found', 'there is no such order');

/**
 * Returns the order with this code.
 * @throws AppError order_not_found
 */
export async function viewById(queries: Queries, id: string): Promise<OrderView> {
  const order = await findOrder(queries, id);
  if (!order) throw unknownOrder();
  return await viewOf(queries, order);
}

/**
 * Returns the order with this code.
 * @throws AppError order_not_found
 */
export async function orderByCode(queries: Queries, typed: string): Promise<Order> {
  const code = readOrderCode(typed);
  const order = code === null ? undefined : await findOrderByCode(queries, code);
  if (!order) throw unknownOrder();
  return order;
}
