import { findChangeFaults } from '../../../server/operator/change-faults.ts';
import { shareOf } from '../../../server/orders/withdrawals.ts';
import { judgeCredits, sumOf } from '../harness/judge-credits.ts';
import type { Books } from './books.ts';

/** Applies the check of `npm run doctor` to changes of plans. */
function ofChanges(books: Books): string[] {
  const changes = books.orders.filter(({ reason }) => reason === 'change');
  return findChangeFaults({ ...books, changes }).map(({ where, what }) => `${where}: ${what}`);
}

/** Checks that a purchase is never refunded as cancelled. Only renewals can be. */
function ofPurchases({ orders, refunds }: Books): string[] {
  return orders
    .filter(({ reason, paidBy }) => {
      const of = refunds.filter(({ paymentId }) => paymentId === paidBy && paidBy !== null);
      const refusal = of.find(({ reason: why }) => why === 'afterCancel' || why === 'closed');
      return refusal?.reason === 'afterCancel' && reason === 'purchase';
    })
    .map(({ code }) => `order ${code}: a purchase was refunded as cancelled`);
}

const ofTasks = ({ tasks }: Books): string[] =>
  tasks.filter(({ status }) => status < 2).map(({ id }) => `the task ${id} never ends`);

/** Checks that an allowance is never exceeded on any day. */
function ofDays({ lines }: Books, perDay: number): string[] {
  const days = Map.groupBy(
    lines.filter(({ day }) => day !== null),
    ({ purseId, day }) => `${day} of ${purseId}`,
  );
  return [...days].flatMap(([name, theirs]) => {
    const used = -sumOf(theirs, ({ amount }) => amount);
    return used > perDay ? [`the day ${name} gave ${used} of ${perDay}`] : [];
  });
}

type Refund = Books['refunds'][number];

/**
 * Returns the amount of a payment that other refunds had claimed before this withdrawal. A refund
 * that failed later is included, because it was still in progress. A refund that failed at the same
 * time may be included.
 */
function othersOf(
  {
    paymentId,
    createdAt,
    cause,
  }: Pick<Refund, 'createdAt' | 'cause'> & { paymentId: string | null },
  refunds: Refund[],
) {
  const before = refunds.filter(
    (one) => one.paymentId === paymentId && one.cause !== cause && one.createdAt <= createdAt,
  );
  const endedBy = ({ endedAt }: Refund) => (endedAt ?? createdAt).getTime() - createdAt.getTime();
  const sum = (some: Refund[]) => sumOf(some, ({ amount }) => amount);
  const failed = before.filter(({ state }) => state === 'failed');
  const sure = before.filter((one) => one.state !== 'failed' || endedBy(one) > 0);
  const maybe = failed.filter((one) => endedBy(one) === 0);
  return { least: sum(sure), most: sum(sure) + sum(maybe) };
}

type WithdrawalBooks = Pick<Books, 'orders' | 'refunds' | 'lines' | 'lots'>;
type Order = Books['orders'][number];

/** The payments of an order. After a change of plan, also those of the deducted orders. */
function sourcesOf({ orders, lines, lots }: WithdrawalBooks, order: Order) {
  const sources = [{ order, most: order.amount }];
  let missing = order.price - order.amount;
  let last: Order | undefined = order;
  while (missing > 0 && last) {
    const line = lines.find(({ cause }) => cause === `change:${last?.id}`);
    const lot = lots.find(({ id }) => id === line?.lotId);
    last = orders.find(({ id }) => id === lot?.orderId);
    if (last) sources.push({ order: last, most: Math.min(missing, last.amount) });
    missing -= last?.amount ?? 0;
  }
  return sources;
}

function ofWithdrawal(books: WithdrawalBooks, orderId: string, parts: Refund[]): string[] {
  const order = books.orders.find(({ id }) => id === orderId);
  const createdAt = parts[0]?.createdAt;
  if (!order || !createdAt) return [`a withdrawal of the unknown order ${orderId}`];
  const taken = -sumOf(
    books.lines.filter(({ cause }) => cause === `withdrawal:${orderId}`),
    (line) => line.amount,
  );
  const share = shareOf(order.price, taken, order.credits);
  const divided = (which: 'least' | 'most') =>
    sourcesOf(books, order).reduce((given, source) => {
      const { paidBy: paymentId, id, amount, status } = source.order;
      const cause = id === orderId ? `withdrawal ${id}` : `withdrawal ${orderId} of ${id}`;
      const others = othersOf({ paymentId, createdAt, cause }, books.refunds)[which];
      const rest = status === 'chargedBack' ? 0 : Math.max(0, amount - others);
      return given + Math.min(share - given, source.most, rest);
    }, 0);
  const amount = sumOf(parts, (part) => part.amount);
  const [from, to] = [divided('most'), divided('least')];
  return amount >= from && amount <= to
    ? []
    : [`order ${order.code}: the withdrawal gave ${amount} for ${taken} credits, not ${to}`];
}

/**
 * Checks that a withdrawal refunds the price of the withdrawn credits, except what was refunded
 * before.
 */
export function ofWithdrawals(books: WithdrawalBooks): string[] {
  const parts = books.refunds.filter(({ reason }) => reason === 'withdrawal');
  const byOrder = Map.groupBy(parts, ({ cause }) => cause.split(' ')[1] ?? '');
  return [...byOrder].flatMap(([orderId, theirs]) => ofWithdrawal(books, orderId, theirs));
}

/** @param perDay daily allowance */
export const judgeMoneyCredits = (books: Books, perDay: number): string[] => [
  ...judgeCredits(books, true),
  ...ofChanges(books),
  ...ofPurchases(books),
  ...ofTasks(books),
  ...ofDays(books, perDay),
  ...ofWithdrawals(books),
];
