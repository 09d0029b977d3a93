import { expect, test } from 'vitest';
import type { Books } from './books.ts';
import { ofWithdrawals } from './judge-credits.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 12, minute));

type Change = { state?: 'asked' | 'done' | 'failed'; endedAt?: Date | null };

/**
 * An order of 1000 credits for 8900. An operator has refunded 200 of it, and then the buyer has
 * withdrawn.
 */
const booksOf = (gave: number, operator: Change = {}) =>
  ({
    orders: [
      { id: 'order', code: 'LW-1', amount: 8900, price: 8900, credits: 1000, paidBy: 'payment' },
    ],
    lots: [],
    lines: [{ cause: 'withdrawal:order', amount: -1000 }],
    refunds: [
      {
        id: 'operator',
        orderId: 'order',
        paymentId: 'payment',
        reason: 'operator',
        amount: 200,
        state: 'done',
        createdAt: at(0),
        endedAt: at(1),
        cause: 'operator 1',
        ...operator,
      },
      {
        id: 'withdrawal',
        orderId: 'order',
        paymentId: 'payment',
        reason: 'withdrawal',
        amount: gave,
        state: 'done',
        createdAt: at(5),
        endedAt: at(6),
        cause: 'withdrawal order',
      },
    ],
  }) as unknown as Books;

test.each<[string, Change, number[], number[]]>([
  ['arrived before', {}, [8700], [8900, 8800]],
  ['is in progress', { state: 'asked', endedAt: null }, [8700], [8900]],
  ['was refused before', { state: 'failed' }, [8900], [8700]],
  ['is refused later, and done by hand', { state: 'failed', endedAt: at(7) }, [8700], [8900]],
  [
    'is refused in the same moment',
    { state: 'failed', endedAt: at(5) },
    [8700, 8900],
    [8600, 9000],
  ],
])('a withdrawal refunds the rest if an operator’s refund %s', (_, operator, right, wrong) => {
  for (const gave of right) expect(ofWithdrawals(booksOf(gave, operator))).toEqual([]);
  for (const gave of wrong) expect(ofWithdrawals(booksOf(gave, operator))).toHaveLength(1);
});
