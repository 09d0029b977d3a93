import { expect, it } from 'vitest';
import { nearest, rowsOf, smooth } from './cells.ts';

const region = { left: 0, top: 0, width: 30, height: 30 };
/** Three columns and three rows: dark, middle and light columns. */
const cells = {
  columns: 3,
  rows: 3,
  values: Uint8Array.from({ length: 27 }, (_, at) => [20, 120, 220][Math.floor(at / 3) % 3] ?? 0),
};
const reds = (row: Uint8ClampedArray) => [...row].filter((_, at) => at % 3 === 0);

it('has one colour in each square without a blend', () => {
  const row = reds(rowsOf(cells, region, nearest)(12));
  expect([row.slice(0, 10), row.slice(10, 20), row.slice(20)]).toEqual([
    Array(10).fill(20),
    Array(10).fill(120),
    Array(10).fill(220),
  ]);
});

it('rises without a step between the squares with a blend', () => {
  const row = reds(rowsOf(cells, region, smooth)(12));
  const steps = row.slice(1).map((level, at) => level - (row[at] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(-4);
  expect(Math.max(...steps)).toBeLessThanOrEqual(14);
  expect([row[14], row[15]]).toEqual([115, 125]);
});

it('keeps an even colour, at the edges too', () => {
  const even = { columns: 4, rows: 2, values: new Uint8Array(24).fill(77) };
  const rowAt = rowsOf(even, region, smooth);
  for (const y of [0, 15, 29]) expect(new Set(rowAt(y))).toEqual(new Set([77]));
});
