// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countDown, waitUntil } from './browser-clock.ts';

const start = new Date('2026-11-20T10:00:00.000Z');
const hour = 3_600_000;
const counting: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});

afterEach(() => {
  for (const stop of counting.splice(0)) stop();
  vi.useRealTimers();
});

function wait(at: string) {
  const controller = new AbortController();
  let isOver = false;
  waitUntil({ at }, controller.signal).then(() => {
    isOver = true;
  });
  return { abort: () => controller.abort(), isOver: () => isOver };
}

it('waits until the instant, and not longer', async () => {
  const { isOver } = wait('2026-11-20T22:00:00.000Z');
  await vi.advanceTimersByTimeAsync(12 * hour - 1);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver()).toBe(true);
});

it('resolves when the page becomes visible, if the device slept through the instant', async () => {
  const { isOver } = wait('2026-11-20T22:00:00.000Z');
  vi.setSystemTime('2026-11-21T07:00:00.000Z');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

it('waits a minute when the instant has passed: the device clock is ahead of the server', async () => {
  const { isOver } = wait('2026-11-20T09:00:00.000Z');
  await vi.advanceTimersByTimeAsync(59_999);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver()).toBe(true);
});

it('cleans up when it is stopped', async () => {
  const { abort, isOver } = wait('2026-11-20T22:00:00.000Z');
  abort();
  expect(vi.getTimerCount()).toBe(0);
  vi.setSystemTime('2026-11-21T07:00:00.000Z');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(false);
});

const count = (afterMs: number, endsAt: number | null = null) => {
  const told: number[] = [];
  let end = 0;
  const stop = countDown({ afterMs, endsAt }, (tick) => {
    told.push(tick.remainingSeconds);
    end = tick.endsAt;
  });
  counting.push(stop);
  return { told, stop, endsAt: () => end };
};

it('counts the remaining seconds, and ends at zero', async () => {
  const { told, endsAt } = count(3000);
  await vi.advanceTimersByTimeAsync(2999);
  expect([told, endsAt()]).toEqual([[2, 1], start.getTime() + 3000]);
  await vi.advanceTimersByTimeAsync(1);
  expect([told, vi.getTimerCount()]).toEqual([[2, 1, 0], 0]);
});

it('follows the deadline when ticks are late, and reports at once when the page becomes visible', async () => {
  const { told } = count(60_000);
  vi.setSystemTime(start.getTime() + 45_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(told).toEqual([15]);
  vi.setSystemTime(start.getTime() + 70_000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([15, 0]);
});

it('continues towards an earlier deadline, in whole seconds', async () => {
  const { told } = count(20_000, start.getTime() + 17_400);
  await vi.advanceTimersByTimeAsync(400);
  expect(told).toEqual([17]);
});

it('does not wait longer because a clock was set back', async () => {
  const { told } = count(10_000);
  vi.setSystemTime(start.getTime() - hour);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(told).toEqual([10]);
});

it('stops counting when it is stopped', async () => {
  const { told, stop } = count(10_000);
  stop();
  document.dispatchEvent(new Event('visibilitychange'));
  expect([told, vi.getTimerCount()]).toEqual([[], 0]);
});
