import { expect, it } from 'vitest';
import { readStrokes } from '../../../machines/model/strokes.ts';
import { paintStrokes } from './paint-strokes.ts';

const photo = { width: 200, height: 100 };
const whole = { left: 0, top: 0, ...photo };
const paint = (value: string, view: Partial<Parameters<typeof paintStrokes>[1]> = {}) =>
  paintStrokes(readStrokes(value) ?? [], { photo, region: whole, size: photo, ...view });

/** Returns the distance of a point from a line. */
function distance(x: number, y: number, [x1, y1, x2, y2]: [number, number, number, number]) {
  const squared = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = squared === 0 ? 0 : ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / squared;
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1));
}

it.each([
  ['a point', '+500:5000,5000', [100, 50, 100, 50]],
  ['a slanted line', '+500:1000,2000,6000,9000', [20, 20, 120, 90]],
  ['a level line beyond the edge', '+500:7000,5000,10000,5000', [140, 50, 200, 50]],
  ['an upright line', '+500:5000,0,5000,10000', [100, 0, 100, 100]],
] as const)('paints %s with round ends', (_, value, line) => {
  const { values } = paint(value);
  for (let at = 0; at < values.length; at += 1) {
    const off = distance((at % 200) + 0.5, Math.floor(at / 200) + 0.5, [...line]);
    if (off < 9) expect(values[at], `${at}`).toBe(1);
    if (off > 11) expect(values[at], `${at}`).toBe(0);
  }
});

it('lets a later stroke replace an earlier one', () => {
  const { values } = paint('+1000:5000,5000 -250:5000,5000');
  expect([values[50 * 200 + 100], values[50 * 200 + 115], values[50 * 200 + 150]]).toEqual([
    -1, 1, 0,
  ]);
});

it('paints the part of the photo that is shown, in any size', () => {
  const region = { left: 100, top: 50, width: 100, height: 50 };
  const { width, values } = paint('+500:7500,7500', { region, size: { width: 50, height: 25 } });
  // the centre is in the middle of the region, and the radius is 5 pixels of the plane
  const row = [...values.subarray(12 * width, 13 * width)];
  expect(row.map((value) => (value > 0.5 ? 1 : 0)).join('')).toBe(
    `${'0'.repeat(20)}${'1'.repeat(10)}${'0'.repeat(20)}`,
  );
  expect(Math.max(...paint('+100:1000,1000', { region }).values)).toBe(0);
});

it('paints the most complex value over a large plane', () => {
  const points = Array.from({ length: 1000 }, (_, at) => (at % 2 ? '10000,10000' : '0,0'));
  const size = { width: 1024, height: 512 };
  const { values } = paint(`+2000:${points.join(',')}`, { size });
  const at = (x: number, y: number) => values[y * size.width + x];
  expect([at(0, 0), at(512, 256), at(1023, 511), at(1023, 0), at(0, 511)]).toEqual([1, 1, 1, 0, 0]);
});
