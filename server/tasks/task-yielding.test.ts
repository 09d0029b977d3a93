import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PauseSwitch } from '../engine/pause-switch.ts';
import type { Lane } from './task-queue.store.ts';
import { createYielding, maxPauseMs } from './task-yielding.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function createScene() {
  const yielding = createYielding();
  return {
    begin(ownerId: string, lane: Lane) {
      const pauses = new PauseSwitch();
      const end = yielding.enter({ ownerId, lane, pauses });
      return { pauses, end };
    },
  };
}

test('a long task is paused while a short task of another owner runs', () => {
  const { begin } = createScene();
  const long = begin('a', 'long');
  expect(long.pauses.isOn).toBe(false);
  const short = begin('b', 'short');
  expect(long.pauses.isOn).toBe(true);
  expect(short.pauses.isOn).toBe(false);
  short.end();
  expect(long.pauses.isOn).toBe(false);
});

test('a long task that begins beside a short task waits for it', () => {
  const { begin } = createScene();
  begin('b', 'short');
  expect(begin('a', 'long').pauses.isOn).toBe(true);
});

test("a long task waits neither for its owner's short task nor for another long task", () => {
  const { begin } = createScene();
  const long = begin('a', 'long');
  begin('a', 'short');
  begin('b', 'long');
  expect(long.pauses.isOn).toBe(false);
});

test('a pause ends, and the next pause must be earned by work', () => {
  const { begin } = createScene();
  const long = begin('a', 'long');
  begin('b', 'short');
  vi.advanceTimersByTime(maxPauseMs - 1);
  expect(long.pauses.isOn).toBe(true);
  vi.advanceTimersByTime(1);
  expect(long.pauses.isOn).toBe(false);
  vi.advanceTimersByTime(4000);
  begin('c', 'short');
  expect(long.pauses.isOn).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(long.pauses.isOn).toBe(true);
});

test('decides nothing until a due switch has been carried out', () => {
  const { begin } = createScene();
  const long = begin('a', 'long');
  begin('b', 'short');
  const turns: [number, boolean][] = [];
  const startedAt = performance.now();
  for (let n = 0; n < 4; n += 1) {
    vi.advanceTimersToNextTimer();
    turns.push([performance.now() - startedAt, long.pauses.isOn]);
  }
  expect(turns).toEqual([
    [20_000, false],
    [25_000, true],
    [30_000, false],
    [35_000, true],
  ]);
});

test('a steady stream of short tasks leaves half of the time to a long task', () => {
  const { begin } = createScene();
  const long = begin('a', 'long');
  const ms = { paused: 0, working: 0 };
  for (let n = 0; n < 200; n += 1) {
    const short = begin(`owner-${n}`, 'short');
    for (let tenth = 0; tenth < 30; tenth += 1) {
      ms[long.pauses.isOn ? 'paused' : 'working'] += 100;
      vi.advanceTimersByTime(100);
    }
    short.end();
  }
  expect(ms.paused).toBeLessThanOrEqual(ms.working + maxPauseMs);
  expect(ms.paused).toBeGreaterThan(ms.working * 0.9);
});

test('no timer remains when all tasks have ended', () => {
  const { begin } = createScene();
  const [long, short] = [begin('a', 'long'), begin('b', 'short')];
  long.end();
  short.end();
  expect(vi.getTimerCount()).toBe(0);
});
