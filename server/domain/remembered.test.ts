import { expect, test, vi } from 'vitest';
import { remembered } from './remembered.ts';

test('works an answer out once, and gives each text its own', () => {
  const upper = vi.fn((text: string) => text.toUpperCase());
  const ask = remembered(upper);
  expect([ask('a'), ask('b'), ask('a')]).toEqual(['A', 'B', 'A']);
  expect(upper).toHaveBeenCalledTimes(2);
});

test('keeps no more answers than it may: the oldest goes first', () => {
  const upper = vi.fn((text: string) => text.toUpperCase());
  const ask = remembered(upper, 2);
  for (const text of ['a', 'b', 'c', 'b']) ask(text);
  expect(upper).toHaveBeenCalledTimes(3);
  expect(ask('a')).toBe('A');
  expect(upper).toHaveBeenCalledTimes(4);
});

test('keeps ten thousand answers unless told otherwise', () => {
  const upper = vi.fn((text: string) => text.toUpperCase());
  const ask = remembered(upper);
  for (let n = 0; n < 10_000; n += 1) ask(`${n}`);
  ask('0');
  expect(upper).toHaveBeenCalledTimes(10_000);
  ask('one more');
  ask('0');
  expect(upper).toHaveBeenCalledTimes(10_002);
});
