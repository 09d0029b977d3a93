import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '../../../tools/testing/eventually.ts';
import { openDatabaseClock } from './database-clock.ts';
import { openTestDatabase } from './testing/test-database.fixture.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const minuteMs = 60_000;
/** Smaller than the error of the clock, and longer than a busy machine needs. */
const leewayMs = 5 * minuteMs;
const differenceOf = (one: Date, other: Date) => Math.abs(one.getTime() - other.getTime());

test.each([-10, 10])(
  'a machine whose clock is wrong by %i minutes uses the time of the database',
  async (minutes) => {
    const { db, close } = await openTestDatabase();
    const real = new Date();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * minuteMs });
    const clock = await openDatabaseClock(db, () => {});
    expect(differenceOf(clock.now(), real)).toBeLessThan(leewayMs);
    clock.stop();
    vi.useRealTimers();
    await close();
  },
);

test('a clock that is corrected later is followed, and a missing answer changes nothing', async () => {
  const { db, close } = await openTestDatabase();
  const real = Date.now();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: real });
  const errors: unknown[] = [];
  const clock = await openDatabaseClock(db, (error) => errors.push(error));
  vi.setSystemTime(real + 10 * minuteMs);
  vi.advanceTimersByTime(minuteMs);
  await eventually(() => expect(differenceOf(clock.now(), new Date(real))).toBeLessThan(leewayMs));
  vi.spyOn(db, 'select').mockImplementation(() => {
    throw new Error('away');
  });
  vi.advanceTimersByTime(minuteMs);
  await eventually(() => expect(errors).toContainEqual(new Error('away')));
  expect(differenceOf(clock.now(), new Date(real))).toBeLessThan(leewayMs);
  clock.stop();
  vi.useRealTimers();
  await close();
});
