import type { Place } from './piece-frame.ts';

export type Size = { width: number; height: number };

/** Pixels with four bytes each, as a canvas returns them. */
export type Pixels = Size & { data: Uint8ClampedArray };

/**
 * Maximum share by which a window near the edge counts less, because the subject is rarely at the
 * edge.
 */
const rimLoss = 0.6;

/**
 * Returns for each pixel the sum of all values above and to the left. With these sums, the sum of
 * any window needs four values.
 */
function summed(values: Float64Array, { width, height }: Size): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += values[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  return sums;
}

/**
 * Returns for each value the mean of the values at most `reach` to each side. Beyond the edge there
 * are zeros.
 */
export function boxMeans(values: Float64Array, { width, height }: Size, reach: number) {
  const sums = summed(values, { width, height });
  const sum = (x: number, y: number) => sums[y * (width + 1) + x] ?? 0;
  return values.map((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    const total = sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top);
    return total / (2 * reach + 1) ** 2;
  });
}

export type Blocks = Size & { means: Float64Array };

/** Returns the mean of each block of `side` × `side` values. Blocks at the edge may be smaller. */
export function blockMeans(values: Float64Array, { width, height }: Size, side: number): Blocks {
  const sums = summed(values, { width, height });
  const sum = (x: number, y: number) => sums[y * (width + 1) + x] ?? 0;
  const size = { width: Math.ceil(width / side), height: Math.ceil(height / side) };
  const means = new Float64Array(size.width * size.height);
  for (const at of means.keys()) {
    const left = (at % size.width) * side;
    const top = Math.floor(at / size.width) * side;
    const right = Math.min(width, left + side);
    const bottom = Math.min(height, top + side);
    const total = sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top);
    means[at] = total / ((right - left) * (bottom - top));
  }
  return { ...size, means };
}

/**
 * Returns the middle of the window with the largest sum, and the mean of its values. Returns the
 * middle of the picture if all values are 0.
 */
export function bestWindow(
  values: Float64Array,
  { width, height }: Size,
  window: Size,
): Place & { mean: number } {
  const wide = Math.max(1, Math.min(width, Math.round(window.width)));
  const high = Math.max(1, Math.min(height, Math.round(window.height)));
  const sums = summed(values, { width, height });
  const sum = (x: number, y: number) => sums[y * (width + 1) + x] ?? 0;
  let best = { x: 0.5, y: 0.5, worth: 0, total: 0 };
  for (let top = 0; top + high <= height; top += 1) {
    for (let left = 0; left + wide <= width; left += 1) {
      const x = (left + wide / 2) / width;
      const y = (top + high / 2) / height;
      const offCentre = Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5)) * 2;
      const total =
        sum(left + wide, top + high) -
        sum(left, top + high) -
        sum(left + wide, top) +
        sum(left, top);
      const worth = total * (1 - rimLoss * offCentre ** 2);
      if (worth > best.worth) best = { x, y, worth, total };
    }
  }
  return { x: best.x, y: best.y, mean: best.total / (wide * high) };
}
