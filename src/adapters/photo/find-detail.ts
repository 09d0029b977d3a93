import type { Place } from '../../../machines/model/piece-frame.ts';

type Size = { width: number; height: number };

/** Pixels with four bytes each, as a canvas returns them. */
type Pixels = Size & { data: Uint8ClampedArray };

/**
 * Maximum share by which detail near the edge counts less, because the subject is rarely at the
 * edge.
 */
const rimLoss = 0.6;

const lightness = (data: Uint8ClampedArray, at: number) =>
  (data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.59 + (data[at + 2] ?? 0) * 0.11;

/** Returns the squared difference of each pixel to its right and lower neighbours. */
function edgesOf({ width, height, data }: Pixels): Float64Array {
  const edges = new Float64Array(width * height);
  for (let y = 0; y + 1 < height; y += 1) {
    for (let x = 0; x + 1 < width; x += 1) {
      const at = (y * width + x) * 4;
      const here = lightness(data, at);
      const right = lightness(data, at + 4) - here;
      const below = lightness(data, at + width * 4) - here;
      edges[y * width + x] = right * right + below * below;
    }
  }
  return edges;
}

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

/** Returns the centre of the window with the most edges, such as a face. */
export function findDetail(pixels: Pixels, window: Size): Place {
  const { width, height } = pixels;
  const wide = Math.max(1, Math.min(width, Math.round(window.width)));
  const high = Math.max(1, Math.min(height, Math.round(window.height)));
  const sums = summed(edgesOf(pixels), pixels);
  const sum = (x: number, y: number) => sums[y * (width + 1) + x] ?? 0;
  let best = { x: 0.5, y: 0.5, worth: 0 };
  for (let top = 0; top + high <= height; top += 1) {
    for (let left = 0; left + wide <= width; left += 1) {
      const x = (left + wide / 2) / width;
      const y = (top + high / 2) / height;
      const offCentre = Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5)) * 2;
      const edges =
        sum(left + wide, top + high) -
        sum(left, top + high) -
        sum(left + wide, top) +
        sum(left, top);
      const worth = edges * (1 - rimLoss * offCentre ** 2);
      if (worth > best.worth) best = { x, y, worth };
    }
  }
  return { x: best.x, y: best.y };
}
