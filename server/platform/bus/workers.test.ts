import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bus } from './bus.port.ts';
import { createMemoryBus } from './memory-bus.ts';
import { createWorkers, type Workers } from './workers.ts';

const onError = vi.fn();
let workers: Workers;
/** ends the handlers that run, oldest first */
let ends: ((failure?: Error) => void)[];
const handler = vi.fn(
  () =>
    new Promise<void>((resolve, reject) => {
      ends.push((failure) => (failure ? reject(failure) : resolve()));
    }),
);
beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  ends = [];
  workers = createWorkers(createMemoryBus(onError), onError);
});
afterEach(() => {
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

test('a call runs one handler', () => {
  workers.work('mails', 2, handler);
  workers.call('mails');
  expect(handler).toHaveBeenCalledOnce();
});

test('a call for other work runs nothing', () => {
  workers.work('mails', 2, handler);
  workers.call('exports');
  expect(handler).not.toHaveBeenCalled();
});

test('calls while all places are busy run one more handler when a place is free', async () => {
  workers.work('tasks', 2, handler);
  for (let n = 0; n < 5; n += 1) workers.call('tasks');
  expect(handler).toHaveBeenCalledTimes(2);
  ends[0]?.();
  await settle();
  expect(handler).toHaveBeenCalledTimes(3);
  ends[1]?.();
  await settle();
  expect(handler).toHaveBeenCalledTimes(3);
});

test('a failing handler is reported, and frees its place', async () => {
  const failure = new Error('failed');
  workers.work('tasks', 1, handler);
  workers.call('tasks');
  ends[0]?.(failure);
  await settle();
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure);
  workers.call('tasks');
  expect(handler).toHaveBeenCalledTimes(2);
});

test('waits for running handlers before a stop for two seconds, and starts no more', async () => {
  workers.work('tasks', 1, handler);
  workers.call('tasks');
  workers.call('tasks');
  const stopped = vi.fn();
  void workers.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(1999);
  expect(stopped).not.toHaveBeenCalled();
  ends[0]?.();
  await settle();
  expect(stopped).toHaveBeenCalled();
  expect(handler).toHaveBeenCalledOnce();
});

test('polls only if messages can be lost', async () => {
  workers.work('tasks', 1, handler);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(handler).not.toHaveBeenCalled();
  const other = createWorkers({ ...createMemoryBus(onError), pollMs: 5000 }, onError);
  other.work('tasks', 1, handler);
  await vi.advanceTimersByTimeAsync(5000);
  expect(handler).toHaveBeenCalledOnce();
  void other.stop();
});

test('looks for work after messages may have been lost', () => {
  const missed: (() => void)[] = [];
  const bus: Bus = {
    ...createMemoryBus(onError),
    subscribe: (_topic, hearing) => missed.push(hearing.missed),
  };
  createWorkers(bus, onError).work('mails', 1, handler);
  for (const miss of missed) miss();
  expect(handler).toHaveBeenCalledOnce();
});
