import type { Sharp } from 'sharp';

export interface Picture {
  width: number;
  height: number;
  /** interleaved red, green and blue, 0 to 255 */
  rgb: Uint8Array;
}

/** Reads a picture as sRGB without its transparency. */
export async function pixelsOf(image: Sharp): Promise<Picture> {
  const raw = image.removeAlpha().toColourspace('srgb').raw();
  const { data, info } = await raw.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: new Uint8Array(data) };
}

/**
 * Returns the peak signal-to-noise ratio in decibels. A higher value means more similar pictures.
 */
export function psnr(a: Picture, b: Picture): number {
  let squares = 0;
  for (const [index, value] of a.rgb.entries()) squares += (value - (b.rgb[index] ?? 0)) ** 2;
  return 10 * Math.log10(255 ** 2 / (squares / a.rgb.length));
}

const radius = 5;
const windowSigma = 1.5;
const bell = Array.from({ length: 2 * radius + 1 }, (_, tap) =>
  Math.exp(-((tap - radius) ** 2) / (2 * windowSigma ** 2)),
);
const bellSum = bell.reduce((sum, value) => sum + value, 0);
const stabilisers = { mean: (0.01 * 255) ** 2, variance: (0.03 * 255) ** 2 };

/**
 * Returns the structural similarity of the brightness, 0 to 1 (after Wang et al., Gaussian window
 * of 11 × 11).
 */
export function ssim(a: Picture, b: Picture): number {
  const { width, height } = a;
  const [first, second] = [luma(a), luma(b)];
  const blurred = (values: Float64Array) => blur(values, width, height);
  const product = (x: Float64Array, y: Float64Array) => x.map((value, i) => value * (y[i] ?? 0));
  const means = [blurred(first), blurred(second)] as const;
  const squares = [blurred(product(first, first)), blurred(product(second, second))] as const;
  const products = blurred(product(first, second));
  let sum = 0;
  let count = 0;
  for (let y = radius; y < height - radius; y += 1) {
    for (let x = radius; x < width - radius; x += 1) {
      const i = y * width + x;
      const [meanA, meanB] = [means[0][i] ?? 0, means[1][i] ?? 0];
      const varianceA = (squares[0][i] ?? 0) - meanA * meanA;
      const varianceB = (squares[1][i] ?? 0) - meanB * meanB;
      const covariance = (products[i] ?? 0) - meanA * meanB;
      sum +=
        ((2 * meanA * meanB + stabilisers.mean) * (2 * covariance + stabilisers.variance)) /
        ((meanA ** 2 + meanB ** 2 + stabilisers.mean) *
          (varianceA + varianceB + stabilisers.variance));
      count += 1;
    }
  }
  return sum / count;
}

function luma({ rgb }: Picture): Float64Array {
  return Float64Array.from({ length: rgb.length / 3 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(pixel * 3, pixel * 3 + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
}

/** Applies a Gaussian blur. Edge pixels are not blurred, because the caller does not use them. */
function blur(values: Float64Array, width: number, height: number): Float64Array {
  const pass = (from: Float64Array, step: number, isInside: (x: number, y: number) => boolean) => {
    const to = from.slice();
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        if (!isInside(x, y)) continue;
        let sum = 0;
        for (const [tap, weight] of bell.entries()) {
          sum += weight * (from[y * width + x + (tap - radius) * step] ?? 0);
        }
        to[y * width + x] = sum / bellSum;
      }
    }
    return to;
  };
  const across = pass(values, 1, (x) => x >= radius && x < width - radius);
  return pass(across, width, (_, y) => y >= radius && y < height - radius);
}

/** Adds normally distributed noise, the same in each call. */
export function addNoise(pixels: Buffer, sigma: number): Buffer {
  let state = 12345;
  const random = () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return pixels.map((value) => {
    const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.min(255, Math.round(value + sigma * normal)));
  }) as Buffer;
}
