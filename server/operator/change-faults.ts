import type { CreditLine } from '../credits/credit-lines.store.ts';
import type { CreditLot } from '../credits/credit-lots.store.ts';
import { holdCause, releaseCause } from '../orders/held-credits.ts';
import { isWaiting, type Order } from '../orders/orders.store.ts';
import type { Refund } from '../orders/payments.store.ts';
import { isPaidOrder } from './credit-faults.ts';
import type { Fault } from './finding.ts';

export type ChangeBooks = {
  changes: Order[];
  /** orders whose credits were deducted */
  orders: Order[];
  refunds: Refund[];
  lots: CreditLot[];
  lines: CreditLine[];
};

/**
 * Returns the value of the credits that were taken from one credit grant, at the price of the order
 * that paid for the grant.
 */
function worthOf({ orders, lots }: ChangeBooks, lotId: string | null, taken: number): number {
  const lot = lots.find(({ id }) => id === lotId);
  const order = orders.find(({ id }) => id === lot?.orderId);
  if (!order) return 0;
  return Math.floor((order.price * Math.min(taken, order.credits)) / order.credits);
}

/**
 * Checks the credits that a plan change deducts: they are held until the change is paid, and
 * returned if it fails.
 */
function ofChange(books: ChangeBooks, change: Order): Fault[] {
  const causes = [holdCause(change.id), releaseCause(change.id)];
  const lines = books.lines.filter(({ cause }) => cause !== null && causes.includes(cause));
  const byLot = [...Map.groupBy(lines, ({ lotId }) => lotId)].map(([lotId, theirs]) => ({
    lotId,
    taken: -theirs.reduce((sum, { amount }) => sum + amount, 0),
  }));
  const isRefused = books.refunds.some(
    ({ paymentId, reason }) =>
      paymentId === change.paidBy && (reason === 'afterCancel' || reason === 'closed'),
  );
  const where = `order ${change.code}`;
  const isReleased = lines.some(({ cause }) => cause === releaseCause(change.id));
  const isMade = isPaidOrder(change) && !isRefused;
  // A plan that ends releases the credits that were taken for its unpaid change.
  if (isMade || (isWaiting(change) && !isReleased)) {
    const worth = byLot.reduce((sum, { lotId, taken }) => sum + worthOf(books, lotId, taken), 0);
    const deducted = change.price - change.amount;
    if (worth === deducted) return [];
    const what = `deducted ${deducted}, but took credits worth ${worth}`;
    return [{ code: 'change.credits', where, what }];
  }
  if (isWaiting(change)) return [];
  const isGone = (id: string | null) =>
    books.lots.some((lot) => lot.id === id && lot.expiredAt !== null);
  return byLot
    .filter(({ lotId, taken }) => taken !== 0 && !isGone(lotId))
    .map(({ taken }) => ({
      code: 'change.credits' as const,
      where,
      what: `failed, but holds ${taken} credits`,
    }));
}

export const findChangeFaults = (books: ChangeBooks): Fault[] =>
  books.changes.flatMap((change) => ofChange(books, change));
