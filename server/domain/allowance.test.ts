import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { creditsReleased, creditsUsed, reserveCredits } from '../store/credit-lines.store.ts';
import type { Database, Tx } from '../store/database.ts';
import { createAllowances, dayOf, reserveFromAllowance } from './allowance.ts';

vi.mock('../store/credit-lines.store.ts');

beforeEach(() => {
  vi.mocked(creditsReleased).mockResolvedValue(0);
  vi.mocked(creditsUsed).mockReset().mockResolvedValue(0);
  vi.mocked(reserveCredits).mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

const now = new Date('2026-11-20T22:30:00Z');

test('a day is named by its date in UTC', () => {
  expect(dayOf(new Date('2026-11-20T23:59:59.999Z'))).toBe('2026-11-20');
  expect(dayOf(new Date('2026-11-21T00:00:00.000+01:00'))).toBe('2026-11-20');
});

/** The allowances of a process in which so many transactions have ended. */
function openAllowances() {
  const transactions = { ended: 0 };
  const db = { transactionsEnded: () => transactions.ended } as Database;
  const clock = { now };
  const allowanceOf = createAllowances({ db, limit: 10, now: () => clock.now });
  return { transactions, clock, ask: () => allowanceOf({ id: 'a', kind: 'guest' }), allowanceOf };
}

test('a visitor of whom nothing is stored has a whole allowance until the end of the day', async () => {
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

const reserve = (credits: number) =>
  reserveFromAllowance({} as Tx, {
    ...{ ownerId: 'a', purseId: 'purse', taskId: 'task', credits, limit: 10, now },
  });

test('gives what is left of the day, and tells the log how much that was', async () => {
  vi.mocked(creditsUsed).mockResolvedValue(7);
  await expect(reserve(4)).rejects.toMatchObject({
    ...{ code: 'daily_limit', message: '4 credits asked, 3 left' },
  });
  expect(reserveCredits).not.toHaveBeenCalled();
  await reserve(3);
  expect(reserveCredits).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    expect.objectContaining({ credits: 3, day: '2026-11-20' }),
  );
});

test('twice the allowance may be abandoned a day', async () => {
  vi.mocked(creditsReleased).mockResolvedValue(17);
  await expect(reserve(4)).rejects.toMatchObject({ code: 'rate_limited' });
  await reserve(3);
  expect(reserveCredits).toHaveBeenCalledOnce();
});
