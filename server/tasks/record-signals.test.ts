import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryBus } from '../platform/bus/memory-bus.ts';
import { createRecordSignals } from './record-signals.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const { signal } = new AbortController();
const newSignals = () => createRecordSignals(createMemoryBus(vi.fn()));

test('a wait ends without a change when its time is over, not before', async () => {
  const heard = vi.fn();
  newSignals().wait('a', { ms: 20_000, signal }).then(heard);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(heard).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toHaveBeenCalledExactlyOnceWith(false);
});

test.each([0, -1])('a wait of %i ms ends at once', async (ms) => {
  expect(await newSignals().wait('a', { ms, signal })).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('a wait for a request that was aborted before ends at once', async () => {
  expect(await newSignals().wait('a', { ms: 1, signal: AbortSignal.abort() })).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('the shortest wait is woken, too', async () => {
  const signals = newSignals();
  const wait = signals.wait('a', { ms: 1, signal });
  signals.changed('a');
  expect(await wait).toBe(true);
});

test('a change wakes all waits for this record at once', async () => {
  const signals = newSignals();
  const [ours, others] = [vi.fn(), vi.fn()];
  signals.wait('a', { ms: 20_000, signal }).then(ours);
  signals.wait('b', { ms: 20_000, signal }).then(others);
  signals.changed('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(ours).toHaveBeenCalledExactlyOnceWith(true);
  expect(others).not.toHaveBeenCalled();
});

test('an aborted request stops waiting', async () => {
  const leaving = new AbortController();
  const wait = newSignals().wait('a', { ms: 20_000, signal: leaving.signal });
  leaving.abort();
  expect(await wait).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('an aborted request does not end the other waits', async () => {
  const signals = newSignals();
  const leaving = new AbortController();
  const left = signals.wait('a', { ms: 20_000, signal: leaving.signal });
  const heard = vi.fn();
  signals.wait('a', { ms: 20_000, signal }).then(heard);
  leaving.abort();
  await left;
  signals.changed('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toHaveBeenCalledExactlyOnceWith(true);
});

/**
 * Waits until a change ends the wait. Returns the signals and the abort controller of the request.
 */
async function endedWait() {
  const signals = newSignals();
  const request = new AbortController();
  const wait = signals.wait('a', { ms: 20_000, signal: request.signal });
  signals.changed('a');
  await wait;
  return { signals, request };
}

test('an ended wait no longer listens for the abort of its request', async () => {
  const { request } = await endedWait();
  expect(getEventListeners(request.signal, 'abort')).toEqual([]);
});

test('an ended wait is removed', async () => {
  const { signals, request } = await endedWait();
  const stopListening = vi.spyOn(request.signal, 'removeEventListener');
  signals.changed('a');
  expect(stopListening).not.toHaveBeenCalled();
});
