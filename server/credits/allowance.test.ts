import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { createAllowances, dayOf } from './allowance.ts';
import { creditsUsed } from './credit-lines.store.ts';

vi.mock('./credit-lines.store.ts');
vi.mock('../owners/owners.store.ts');

beforeEach(() => {
  vi.mocked(creditsUsed).mockReset().mockResolvedValue(0);
});
afterEach(() => {
  vi.useRealTimers();
});

const now = new Date('2026-11-20T22:30:00Z');

test('a day is named by its date in UTC', () => {
  expect(dayOf(new Date('2026-11-20T23:59:59.999Z'))).toBe('2026-11-20');
  expect(dayOf(new Date('2026-11-21T00:00:00.000+01:00'))).toBe('2026-11-20');
});

/** Opens allowances, with a counter of ended transactions. */
function openAllowances() {
  const transactions = { ended: 0 };
  const db = { transactionsEnded: () => transactions.ended } as Database;
  const clock = { now };
  const allowanceOf = createAllowances({ db, limit: 10, now: () => clock.now });
  return { transactions, clock, ask: () => allowanceOf({ id: 'a', kind: 'guest' }), allowanceOf };
}

test('a visitor without stored data has a whole allowance until the end of the day', async () => {
  const { allowanceOf } = openAllowances();
  const resetsAt = new Date('2026-11-21T00:00:00Z');
  expect(await allowanceOf(null)).toEqual({ limit: 10, used: 0, resetsAt });
  expect(creditsUsed).not.toHaveBeenCalled();
});

test('the sum is read again after a transaction, on another day, and after a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { ask, transactions, clock } = openAllowances();
  vi.mocked(creditsUsed).mockImplementation(async () => vi.mocked(creditsUsed).mock.calls.length);
  const used = async () => (await ask()).used;
  expect([await used(), await used()]).toEqual([1, 1]);
  transactions.ended += 1;
  expect([await used(), await used()]).toEqual([2, 2]);
  clock.now = new Date('2026-11-21T00:00:00Z');
  expect([await used(), await used()]).toEqual([3, 3]);
  vi.advanceTimersByTime(59_999);
  expect(await used()).toBe(3);
  vi.advanceTimersByTime(1);
  expect(await used()).toBe(4);
});
