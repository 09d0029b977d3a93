// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitUntil } from './browser-clock.ts';

const start = new Date('2026-11-20T10:00:00.000Z');
const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});

afterEach(() => {
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

it('waits until the instant has come, and not longer', async () => {
  const { isOver } = wait('2026-11-20T22:00:00.000Z');
  await vi.advanceTimersByTimeAsync(12 * hour - 1);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver()).toBe(true);
});

it('notices as soon as the page is visible again that the device slept through the instant', async () => {
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
