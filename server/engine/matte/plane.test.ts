import { expect, it } from 'vitest';
import { boxMean, boxOf } from './plane.ts';

const plane = (width: number, height: number, value: (x: number, y: number) => number) => ({
  width,
  height,
  values: Float32Array.from({ length: width * height }, (_, at) =>
    value(at % width, Math.floor(at / width)),
  ),
});

it.each([
  [9, 7, 2],
  [3, 40, 5],
  [1, 1, 4],
])('averages the pixels around each pixel of a %i × %i plane', (width, height, radius) => {
  const given = plane(width, height, (x, y) => Math.sin(x * 3 + y * 7));
  const naive = plane(width, height, (x, y) => {
    let [sum, count] = [0, 0];
    for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v += 1) {
      for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u += 1) {
        sum += given.values[v * width + u] ?? 0;
        count += 1;
      }
    }
    return sum / count;
  });
  const found = boxMean(given, radius).values;
  for (const [at, value] of naive.values.entries()) expect(found[at]).toBeCloseTo(value, 5);
});

it('finds the box around an object, or null if it is too small a share', () => {
  const given = plane(10, 10, (x, y) => (x >= 2 && x < 5 && y >= 3 && y < 9 ? 0.8 : 0.2));
  expect(boxOf(given)).toEqual({ left: 2, top: 3, width: 3, height: 6 });
  expect(boxOf(given, 0.2)).toBeNull();
});
