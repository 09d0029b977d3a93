import { linesOfCauses } from '../credits/credit-lines.store.ts';
import { findLot } from '../credits/credit-lots.store.ts';
import type { Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { holdCause } from './held-credits.ts';
import { findOrder, type Order } from './orders.store.ts';
import { refundsOf } from './payments.store.ts';

/*
 * A plan change is paid in two parts: money, and the remaining value of the previous order. A
 * withdrawal from the change refunds both, each to the payment that it came from.
 */

/**
 * An order whose payment paid for a purchase. `most` is the part of the purchase's price that this
 * order paid.
 */
export type Source = { order: Order; most: number };

/**
 * Returns the cause of a refund. Each order has one cause, so that a repeated withdrawal is
 * recognised. `of` is another order that paid a part.
 */
export const causeOf = (orderId: string, of = orderId) =>
  of === orderId ? `withdrawal ${orderId}` : `withdrawal ${orderId} of ${of}`;

/** Returns the order whose credits a change deducted. */
async function deductedOrder(tx: Tx, change: Order): Promise<Order | undefined> {
  const [line] = await linesOfCauses(tx, [holdCause(change.id)]);
  const lot = line?.lotId ? await findLot(tx, line.lotId) : undefined;
  return lot?.orderId ? await findOrder(tx, lot.orderId) : undefined;
}

/** Returns the orders whose payments paid for an order, newest first. */
export async function sourcesOf(tx: Tx, order: Order): Promise<Source[]> {
  const sources: Source[] = [{ order, most: order.amount }];
  let missing = order.price - order.amount;
  let last: Order | undefined = order;
  while (missing > 0 && last?.reason === 'change') {
    last = await deductedOrder(tx, last);
    if (!last) break;
    const most = Math.min(missing, last.amount);
    sources.push({ order: last, most });
    missing -= most;
  }
  return sources;
}

/**
 * Returns the part of a source's payment that is neither refunded nor being refunded. Refunds of
 * this withdrawal are not counted.
 */
async function restOf(tx: Tx, { order }: Source, cause: string): Promise<number> {
  // The bank has already returned the money to the buyer, so no refund is sent.
  if (order.status === 'chargedBack') return 0;
  const refunds = await refundsOf(tx, [order.id]);
  const back = refunds
    .filter((one) => one.paymentId === order.paidBy && one.state !== 'failed')
    .filter((one) => one.cause !== cause)
    .reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, order.amount - back);
}

export type Part = { order: Order; amount: number; cause: string };

/**
 * Divides a refund among the payments that paid the order. No payment gets back more than is left
 * of it.
 * @throws AppError not_withdrawable if the order was withdrawn from before, or no money is left to
 * refund
 */
export async function partsOf(tx: Tx, sources: Source[], share: number): Promise<Part[]> {
  const [first] = sources;
  if (!first) throw new Error('Expected at least one order to refund.');
  const own = await refundsOf(tx, [first.order.id]);
  // A repeated withdrawal is accepted until the first withdrawal is done.
  if (own.some(({ cause, state }) => cause === causeOf(first.order.id) && state === 'done')) {
    throw new AppError('not_withdrawable', 'the buyer has already withdrawn from the order');
  }
  const parts: Part[] = [];
  let missing = share;
  for (const source of sources) {
    const cause = causeOf(first.order.id, source.order.id);
    const rest = await restOf(tx, source, cause);
    if (source === first && rest === 0) {
      throw new AppError(
        'not_withdrawable',
        'all money of the order is already refunded or being refunded',
      );
    }
    const amount = Math.min(missing, source.most, rest);
    missing -= amount;
    if (amount > 0) parts.push({ order: source.order, amount, cause });
  }
  return parts;
}
