import { solidFrom } from '../image/hidden-colour.ts';

export interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
  /** one byte per pixel; absent or null: opaque */
  alpha?: Uint8Array | null;
}

const mostRows = 600;
/** Minimum height of an edge, relative to the range of the photo. */
const leastEdge = 0.12;
/**
 * Quantile of the steepest edges. They show the sharpness of the lens. Other edges may be soft in
 * the scene itself.
 */
const steepest = 0.95;
const bins = 64;
/**
 * Largest steepness that is counted. It exceeds 1, because noise can make a step larger than its
 * edge.
 */
const mostSteep = 1.5;

/**
 * Returns the share of an edge over six pixels that lies between its two middle pixels, for the
 * steepest edges of the rows. It is 0.6 to 1.2 in sharp photos and at most 0.4 in soft photos. A
 * photo without edges counts as sharp.
 */
export function sharpnessOf({ width, height, rgb, alpha }: Picture, range: number): number {
  const counts = new Uint32Array(bins);
  let total = 0;
  const every = Math.max(1, Math.floor(height / mostRows));
  const least = leastEdge * range;
  const line = new Float32Array(width);
  for (let y = 0; y < height; y += every) {
    for (let x = 0; x < width; x += 1) {
      const pixel = y * width + x;
      const [red = 0, green = 0, blue = 0] = rgb.subarray(pixel * 3, pixel * 3 + 3);
      const isFaint = alpha ? (alpha[pixel] ?? 0) < solidFrom : false;
      // An edge at a faint pixel is not a number, and not counted.
      line[x] = isFaint ? Number.NaN : (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
    }
    for (let x = 2; x + 3 < width; x += 1) {
      const edge = Math.abs((line[x + 3] ?? 0) - (line[x - 2] ?? 0));
      const step = Math.abs((line[x + 1] ?? 0) - (line[x] ?? 0));
      if (!(edge > least) || Number.isNaN(step)) continue;
      const bin = Math.min(bins - 1, Math.floor((step / edge / mostSteep) * bins));
      counts[bin] = (counts[bin] ?? 0) + 1;
      total += 1;
    }
  }
  let below = 0;
  for (const [bin, count] of counts.entries()) {
    below += count;
    if (total > 0 && below >= steepest * total) return ((bin + 0.5) / bins) * mostSteep;
  }
  return mostSteep;
}
