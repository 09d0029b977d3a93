import { expect, it } from 'vitest';
import { type Line, spanWithin, squaredDistance } from './row-spans.ts';

const lineOf = (x: number, y: number, toX: number, toY: number): Line => [
  { x, y },
  { x: toX, y: toY },
];

it.each<[line: string, Line]>([
  ['a falling line', lineOf(10.2, 8.1, 31.7, 25.4)],
  ['a rising line', lineOf(12, 28.5, 40, 11.5)],
  ['a line to the left', lineOf(38, 9, 11, 14)],
  ['a level line', lineOf(12.5, 20.5, 33.5, 20.5)],
  ['a level line to the left', lineOf(33.5, 20.5, 12.5, 20.5)],
  ['an upright line', lineOf(20.5, 9.5, 20.5, 30.5)],
  ['a single point', lineOf(20.5, 20.5, 20.5, 20.5)],
])('the span of a row contains exactly the pixels within reach of %s', (_, line) => {
  const reach = 6.3;
  let count = 0;
  for (let y = 0.5; y < 40; y += 1) {
    const span = spanWithin(line, reach, y);
    for (let x = 0.5; x < 50; x += 1) {
      const isWithin = squaredDistance(line, x, y) <= reach * reach;
      if (isWithin) count += 1;
      expect(span !== null && x >= span.left && x <= span.right).toBe(isWithin);
    }
  }
  expect(count).toBeGreaterThan(100);
});
