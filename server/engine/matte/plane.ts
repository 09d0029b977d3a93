import type { Region } from '../image/outputs.ts';

/** One value per pixel, row by row. */
export interface Plane {
  width: number;
  height: number;
  values: Float32Array;
}

export const planeOf = (width: number, height: number): Plane => ({
  width,
  height,
  values: new Float32Array(width * height),
});

/** Returns a plane of the same size with `value(index)` at each pixel. */
export function mapped({ width, height }: Plane, value: (index: number) => number): Plane {
  const values = new Float32Array(width * height);
  for (let at = 0; at < values.length; at += 1) values[at] = value(at);
  return { width, height, values };
}

export function product(one: Plane, other: Plane): Plane {
  const { width, height, values } = one;
  const result = new Float32Array(values.length);
  for (let at = 0; at < result.length; at += 1) {
    result[at] = (values[at] ?? 0) * (other.values[at] ?? 0);
  }
  return { width, height, values: result };
}

/**
 * Returns the mean of the square of `2 × radius + 1` pixels around each pixel. Pixels outside the
 * plane are not counted.
 */
export function boxMean(plane: Plane, radius: number): Plane {
  const { width, height } = plane;
  const across = planeOf(width, height);
  for (let y = 0; y < height; y += 1)
    meanOfRow(plane.values, across.values, y * width, width, radius);
  return meanOfColumns(across, radius);
}

function meanOfRow(
  from: Float32Array,
  to: Float32Array,
  start: number,
  length: number,
  radius: number,
): void {
  let sum = 0;
  let count = Math.min(radius, length);
  for (let at = 0; at < count; at += 1) sum += from[start + at] ?? 0;
  for (let at = 0; at < length; at += 1) {
    if (at + radius < length) {
      sum += from[start + at + radius] ?? 0;
      count += 1;
    }
    if (at > radius) {
      sum -= from[start + at - radius - 1] ?? 0;
      count -= 1;
    }
    to[start + at] = sum / count;
  }
}

/** Calculates the mean of all columns at the same time, because memory is read by rows. */
function meanOfColumns({ width, height, values }: Plane, radius: number): Plane {
  const result = planeOf(width, height);
  const sums = new Float64Array(width);
  let count = 0;
  const add = (y: number, sign: 1 | -1) => {
    for (let x = 0; x < width; x += 1) {
      sums[x] = (sums[x] ?? 0) + sign * (values[y * width + x] ?? 0);
    }
    count += sign;
  };
  for (let y = 0; y < Math.min(radius, height); y += 1) add(y, 1);
  for (let y = 0; y < height; y += 1) {
    if (y + radius < height) add(y + radius, 1);
    if (y > radius) add(y - radius - 1, -1);
    for (let x = 0; x < width; x += 1) result.values[y * width + x] = (sums[x] ?? 0) / count;
  }
  return result;
}

/**
 * Returns the box around all values of at least 0.5. Returns null if such values cover at most
 * `share` of the plane.
 */
export function boxOf({ width, height, values }: Plane, share = 0): Region | null {
  let [left, top, right, bottom, count] = [width, height, -1, -1, 0];
  for (const [at, value] of values.entries()) {
    if (value < 0.5) continue;
    const x = at % width;
    const y = (at - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
    count += 1;
  }
  if (count <= share * values.length) return null;
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}
