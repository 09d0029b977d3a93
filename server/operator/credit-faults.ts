import type { CreditLine } from '../credits/credit-lines.store.ts';
import type { CreditLot } from '../credits/credit-lots.store.ts';
import type { Order } from '../orders/orders.store.ts';
import type { Refund } from '../orders/payments.store.ts';
import type { Fault } from './finding.ts';

export type CreditBooks = {
  orders: Order[];
  refunds: Refund[];
  lots: CreditLot[];
  lines: CreditLine[];
  /** ids of balances whose account is closed and whose credits are forfeited */
  closedPurses: readonly string[];
};

const given = ['grant', 'purchase', 'renewal'];
const paidStates = ['paid', 'partlyRefunded', 'refunded', 'chargedBack'];

export const isPaidOrder = ({ status }: Pick<Order, 'status'>): boolean =>
  paidStates.includes(status);

const sumOf = (lines: CreditLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Checks that each paid order granted its credits once, and that an unpaid order granted no
 * credits.
 */
function ofOrder({ lots, lines, refunds }: CreditBooks, order: Order): Fault[] {
  const { id, code, paidBy, credits, status } = order;
  const of = refunds.filter(({ paymentId }) => paymentId === paidBy && paidBy !== null);
  const isRefused = of.some(({ reason }) => reason === 'afterCancel' || reason === 'closed');
  const theirs = lots.filter(({ orderId }) => orderId === id);
  const lot = theirs[0];
  const brought = lines.filter(({ lotId, kind }) => lotId === lot?.id && given.includes(kind));
  const say = (what: string): Fault => ({ code: 'order.credits', where: `order ${code}`, what });
  return [
    ...(theirs.length === (isPaidOrder(order) && !isRefused ? 1 : 0)
      ? []
      : [say(`is ${status}, and granted credits ${theirs.length} times`)]),
    ...(lot && sumOf(brought) !== credits
      ? [say(`granted ${brought.map(({ amount }) => amount)} credits, not ${credits}`)]
      : []),
  ];
}

/** Checks that a credit grant is made once, is never negative, and belongs to one balance. */
function ofLot({ lines }: CreditBooks, { id, cause, purseId, expiredAt }: CreditLot): Fault[] {
  const theirs = lines.filter(({ lotId }) => lotId === id);
  const balance = sumOf(theirs);
  const gifts = theirs.filter(({ kind }) => given.includes(kind)).length;
  const where = `lot ${cause}`;
  const found: Fault[] = [];
  if (gifts !== 1) found.push({ code: 'lot.given', where, what: `was granted ${gifts} times` });
  if (balance < 0) found.push({ code: 'lot.negative', where, what: `holds ${balance}` });
  if (expiredAt && balance !== 0) {
    found.push({ code: 'lot.expired', where, what: `has expired with ${balance} credits` });
  }
  if (!theirs.every((line) => line.purseId === purseId)) {
    found.push({ code: 'lot.purse', where, what: 'has ledger lines in another balance' });
  }
  return found;
}

/**
 * Checks that the remaining credits of a refunded order were taken. A ledger line records this,
 * even for 0 credits. The owner keeps credits that a task has reserved. A chargeback after the
 * account was closed finds no credits.
 */
function ofMoneyBack(books: CreditBooks, { id, code, status }: Order): Fault[] {
  const { lots, lines, closedPurses } = books;
  if (status !== 'refunded' && status !== 'chargedBack') return [];
  const isTaken = (lotId: string) =>
    lines.some(
      (line) =>
        line.lotId === lotId &&
        (status === 'chargedBack' ? line.cause === `chargeback:${id}` : line.kind === 'refund'),
    );
  return lots
    .filter(
      ({ orderId, id: lotId, purseId }) =>
        orderId === id && !closedPurses.includes(purseId) && !isTaken(lotId),
    )
    .map(() => ({
      code: 'lot.not_taken_back',
      where: `order ${code}`,
      what: `is ${status}, but its credits were not taken back`,
    }));
}

export const findCreditFaults = (books: CreditBooks): Fault[] => [
  ...books.orders.flatMap((order) => [...ofOrder(books, order), ...ofMoneyBack(books, order)]),
  ...books.lots.flatMap((lot) => ofLot(books, lot)),
];
