import { expect, test } from 'vitest';
import { callIsFirst, compare, percentile } from './figures.ts';

const run = (perSecond: number, p99Milliseconds = 1, refused = 0) => ({
  count: perSecond,
  perSecond,
  p99Milliseconds,
  refused,
});

test.each([
  [[5, 1, 4, 2, 3], 0.5, 3],
  [[5, 1, 4, 2, 3], 0.99, 5],
  [Array.from({ length: 200 }, (_, n) => n + 1), 0.99, 198],
  [[7], 0.99, 7],
  [[1, 2], 0, 1],
])('the percentile of %j at %d is %d', (values, share, expected) => {
  expect(percentile(values, share)).toBe(expected);
});

test('an empty list has no percentile', () => {
  expect(percentile([], 0.99)).toBeNaN();
});

test('call and bare server alternate in the order ABBA', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(callIsFirst)).toEqual([
    ...[true, false, false, true],
    ...[true, false, false, true],
  ]);
});

test('a machine that slows down does not change a ratio, because ratios are made of pairs', () => {
  const pairs = [1000, 500, 100].map((speed) => ({ call: run(speed * 0.3), bare: run(speed) }));
  expect(compare(pairs)).toMatchObject({ perSecond: 150, barePerSecond: 500, ratio: 0.3 });
});

test('one disturbed pair does not change the ratio', () => {
  const usual = { call: run(300), bare: run(1000) };
  expect(compare([usual, { call: run(1), bare: run(1000) }, usual]).ratio).toBe(0.3);
});

test('refused calls of all pairs are counted, those of the bare server are not', () => {
  const pair = { call: run(300, 4.256, 2), bare: run(1000, 1, 9) };
  expect(compare([pair, pair])).toMatchObject({ refused: 4, p99Milliseconds: 4.26 });
});
