import { expect, test, vi } from 'vitest';
import { remembered } from './remembered.ts';

test('computes each answer once per text', () => {
  const upper = vi.fn((text: string) => text.toUpperCase());
  const ask = remembered(upper);
  expect([ask('a'), ask('b'), ask('a')]).toEqual(['A', 'B', 'A']);
  expect(upper).toHaveBeenCalledTimes(2);
});

test('drops the oldest answer beyond its limit', () => {
  const upper = vi.fn((text: string) => text.toUpperCase());
  const ask = remembered(upper, 2);
  for (const text of ['a', 'b', 'c', 'b']) ask(text);
  expect(upper).toHaveBeenCalledTimes(3);
  expect(ask('a')).toBe('A');
  expect(upper).toHaveBeenCalledTimes(4);
});

test('keeps ten thousand answers by default', () => {
  const upper = vi.fn((text: string) => text.toUpperCase());
  const ask = remembered(upper);
  for (let n = 0; n < 10_000; n += 1) ask(`${n}`);
  ask('0');
  expect(upper).toHaveBeenCalledTimes(10_000);
  ask('one more');
  ask('0');
  expect(upper).toHaveBeenCalledTimes(10_002);
});
