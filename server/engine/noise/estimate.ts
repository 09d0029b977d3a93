import { solidFrom } from '../image/hidden-colour.ts';
import type { Picture } from './pyramid.ts';

/** Measured noise of a picture, as variances of grey levels from 0 to 255. */
export interface NoiseLevel {
  /**
   * variance of the brightness noise as a polynomial of the grey value: constant, linear, square
   */
  curve: [number, number, number];
  /** lowest and highest measured variance */
  limits: [number, number];
  /** variance of brightness and the two colour differences, relative to `curve` */
  channels: [number, number, number];
  /** standard deviation of the brightness noise over all grey values */
  sigma: number;
}

interface Block {
  grey: number;
  /** energy of the coarse structure; noise is measured in the blocks with the lowest energy */
  structure: number;
  /** mean square of the finest structure, for brightness and the two colour differences */
  fine: [number, number, number];
}

const side = 8;
const pixels = side * side;
const mostBlocks = 16_000;
/** Blocks outside of these grey values are ignored, because noise is clipped at black and white. */
const darkest = 6;
const brightest = 249;
const bins = 6;
const leastPerBin = 12;
const flattestShare = 0.12;

const matrix = [
  [Math.sqrt(1 / 3), Math.sqrt(1 / 3), Math.sqrt(1 / 3)],
  [Math.sqrt(1 / 2), 0, -Math.sqrt(1 / 2)],
  [Math.sqrt(1 / 6), -2 * Math.sqrt(1 / 6), Math.sqrt(1 / 6)],
] as const;

const waves = Float64Array.from({ length: pixels }, (_, index) => {
  const frequency = Math.floor(index / side);
  const angle = (Math.PI * (2 * (index % side) + 1) * frequency) / (2 * side);
  return Math.sqrt((frequency === 0 ? 1 : 2) / side) * Math.cos(angle);
});

/**
 * Estimates noise from the finest structure of the flattest 8 × 8 blocks, separately for dark to
 * bright grey values (after Ponomarenko and Colom). The estimate is slightly too high for a picture
 * with texture everywhere.
 */
export function estimateNoise(picture: Picture): NoiseLevel {
  const blocks = sampleBlocks(picture);
  const points: { grey: number; variance: number }[] = [];
  const flattest: Block[] = [];
  blocks.sort((a, b) => a.grey - b.grey);
  for (let bin = 0; bin < bins; bin += 1) {
    const start = Math.floor((blocks.length * bin) / bins);
    const end = Math.floor((blocks.length * (bin + 1)) / bins);
    const byStructure = blocks.slice(start, end).sort((a, b) => a.structure - b.structure);
    const count = Math.max(leastPerBin, Math.round(byStructure.length * flattestShare));
    const flat = byStructure.slice(0, count);
    if (flat.length < leastPerBin) continue;
    flattest.push(...flat);
    points.push({
      grey: median(flat.map(({ grey }) => grey)),
      variance: median(flat.map(({ fine }) => fine[0])),
    });
  }
  return summarise(points, flattest);
}

/**
 * Minimum noise level, which is invisible. Without a minimum the denoiser would divide zero by zero
 * for colours of a grey photo and for flat drawings.
 */
const leastVariance = 0.05;
const leastRelative = 0.02;

function summarise(points: { grey: number; variance: number }[], flattest: Block[]): NoiseLevel {
  if (points.length === 0) {
    return {
      curve: [0, 0, 0],
      limits: [leastVariance, leastVariance],
      channels: [1, 1, 1],
      sigma: 0,
    };
  }
  const variances = points.map(({ variance }) => variance);
  const all = Math.max(1e-3, median(flattest.map(({ fine }) => fine[0])));
  const relative = (channel: 1 | 2) =>
    Math.max(leastRelative, median(flattest.map(({ fine }) => fine[channel])) / all);
  return {
    curve: fitLine(points),
    limits: [
      Math.max(leastVariance, Math.min(...variances)),
      Math.max(leastVariance, Math.max(...variances)),
    ],
    channels: [1, relative(1), relative(2)],
    sigma: Math.sqrt(all),
  };
}

/** Fits a line by least squares. A higher order would oscillate between the few points. */
function fitLine(points: { grey: number; variance: number }[]): [number, number, number] {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const grey = mean(points.map((point) => point.grey));
  const variance = mean(points.map((point) => point.variance));
  const spread = mean(points.map((point) => (point.grey - grey) ** 2));
  if (spread < 1) return [variance, 0, 0];
  const common = mean(points.map((point) => (point.grey - grey) * (point.variance - variance)));
  const slope = common / spread;
  return [variance - slope * grey, slope, 0];
}

function sampleBlocks(picture: Picture): Block[] {
  const { width, height, rgb } = picture;
  const blocks: Block[] = [];
  const step = Math.max(side - 3, Math.ceil(Math.sqrt((width * height) / mostBlocks)));
  for (let top = 0; top + side <= height; top += step) {
    for (let left = 0; left + side <= width; left += step) {
      if (!isSolid(picture, left, top)) continue;
      const block = measureBlock(rgb, width, left, top);
      if (block) blocks.push(block);
    }
  }
  return blocks;
}

/** Returns false for blocks with faint or hidden pixels, whose colours are copies without noise. */
function isSolid({ width, alpha }: Picture, left: number, top: number): boolean {
  if (!alpha) return true;
  for (let row = top; row < top + side; row += 1) {
    const from = row * width + left;
    if (alpha.subarray(from, from + side).some((opacity) => opacity < solidFrom)) return false;
  }
  return true;
}

const planes = [0, 1, 2].map(() => new Float64Array(pixels));
const spectrum = new Float64Array(pixels);
const between = new Float64Array(pixels);

function measureBlock(
  rgb: Uint8Array,
  width: number,
  left: number,
  top: number,
): Block | undefined {
  let sum = 0;
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const from = ((top + (pixel >> 3)) * width + left + (pixel & 7)) * 3;
    const red = rgb[from] ?? 0;
    const green = rgb[from + 1] ?? 0;
    const blue = rgb[from + 2] ?? 0;
    sum += red + green + blue;
    for (let channel = 0; channel < 3; channel += 1) {
      const [r, g, b] = matrix[channel] ?? [0, 0, 0];
      const plane = planes[channel];
      if (plane) plane[pixel] = r * red + g * green + b * blue;
    }
  }
  const grey = sum / (3 * pixels);
  if (grey < darkest || grey > brightest) return undefined;
  const [first, second, third] = planes.map(transformed);
  if (!first || !second || !third) return undefined;
  return {
    grey,
    structure: first.structure + second.structure + third.structure,
    fine: [first.fine, second.fine, third.fine],
  };
}

function transformed(plane: Float64Array): { structure: number; fine: number } {
  multiply(waves, plane, between, false);
  multiply(between, waves, spectrum, true);
  let structure = 0;
  let fine = 0;
  let count = 0;
  for (let index = 1; index < pixels; index += 1) {
    const energy = (spectrum[index] ?? 0) ** 2;
    const order = (index >> 3) + (index & 7);
    if (order < 7) structure += energy;
    else {
      fine += energy;
      count += 1;
    }
  }
  return { structure, fine: fine / count };
}

/** Multiplies two 8 × 8 matrices; the second one is transposed if requested. */
function multiply(
  a: Float64Array,
  b: Float64Array,
  result: Float64Array,
  transpose: boolean,
): void {
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      let sum = 0;
      for (let k = 0; k < side; k += 1) {
        const right = transpose ? b[column * side + k] : b[k * side + column];
        sum += (a[row * side + k] ?? 0) * (right ?? 0);
      }
      result[row * side + column] = sum;
    }
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
