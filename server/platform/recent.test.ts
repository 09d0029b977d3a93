import { expect, test, vi } from 'vitest';
import { createRecent } from './recent.ts';

const counted = () => {
  let loads = 0;
  return () => Promise.resolve(++loads);
};

test('loads once for concurrent readers, and again after its lifetime', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const recent = createRecent<number>({ most: 10, keepMs: () => 100 });
  const load = counted();
  expect(await Promise.all([recent.get('a', load), recent.get('a', load)])).toEqual([1, 1]);
  vi.advanceTimersByTime(99);
  expect(await recent.get('a', load)).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await recent.get('a', load)).toBe(2);
  vi.useRealTimers();
});

test('keeps a value for a lifetime of one millisecond', async () => {
  const recent = createRecent<number>({ most: 10, keepMs: () => 1 });
  vi.useFakeTimers({ toFake: ['performance'] });
  const load = counted();
  expect(await recent.get('a', load)).toBe(1);
  expect(await recent.get('a', load)).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await recent.get('a', load)).toBe(2);
  vi.useRealTimers();
});

test('a value that was read again is not the oldest', async () => {
  let stamp = 0;
  const recent = createRecent<number>({ most: 2, keepMs: () => 1000, stamp: () => stamp });
  const [a, b, c] = [counted(), counted(), counted()];
  await recent.get('a', a);
  await recent.get('b', b);
  stamp = 1;
  expect(await recent.get('a', a)).toBe(2);
  await recent.get('c', c);
  expect(await recent.get('a', a)).toBe(2);
});

test('returns no value read before the key changed, not even from an unfinished load', async () => {
  const recent = createRecent<number>({ most: 10, keepMs: () => 1000 });
  const load = counted();
  const before = recent.get('a', load);
  recent.forget('a');
  expect(await recent.get('a', load)).toBe(2);
  expect(await before).toBe(1);
  expect(await recent.get('a', load)).toBe(2);
});

test('returns no value from before the stamp changed', async () => {
  let stamp = 0;
  const recent = createRecent<number>({ most: 10, keepMs: () => 1000, stamp: () => stamp });
  const load = counted();
  const before = recent.get('a', load);
  stamp += 1;
  expect(await recent.get('a', load)).toBe(2);
  expect(await before).toBe(1);
});

test('keeps no failures, nothing with a lifetime of 0, and no more than its maximum', async () => {
  const recent = createRecent<number>({ most: 2, keepMs: (value) => (value === 1 ? 0 : 1000) });
  const load = counted();
  await expect(recent.get('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await recent.get('a', load)).toBe(1);
  expect(await recent.get('a', load)).toBe(2);
  await recent.get('b', load);
  await recent.get('c', load);
  expect(await recent.get('b', load)).toBe(3);
  expect(await recent.get('a', load)).toBe(5);
});
