interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
}

const mostRows = 600;
/** Edges are at least this high, relative to the range of the photo. */
const leastEdge = 0.12;
/** The steepest edges show what the lens could do; the others are soft in the scene. */
const steepest = 0.95;
const bins = 64;
/** Noise makes a step larger than its edge. */
const mostSteep = 1.5;

/**
 * How much of an edge over five pixels lies between its middle ones, at the steepest edges of the
 * rows: 0.6 to 1.2 in sharp photos, 0.4 and less in soft ones. A photo without edges is sharp.
 */
export function sharpnessOf({ width, height, rgb }: Picture, range: number): number {
  const counts = new Uint32Array(bins);
  let total = 0;
  const every = Math.max(1, Math.floor(height / mostRows));
  const least = leastEdge * range;
  const line = new Float32Array(width);
  for (let y = 0; y < height; y += every) {
    for (let x = 0, from = y * width * 3; x < width; x += 1, from += 3) {
      line[x] =
        (0.299 * (rgb[from] ?? 0) + 0.587 * (rgb[from + 1] ?? 0) + 0.114 * (rgb[from + 2] ?? 0)) /
        255;
    }
    for (let x = 2; x + 3 < width; x += 1) {
      const edge = Math.abs((line[x + 3] ?? 0) - (line[x - 2] ?? 0));
      if (edge <= least) continue;
      const step = Math.abs((line[x + 1] ?? 0) - (line[x] ?? 0));
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
