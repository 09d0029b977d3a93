import { Tensor } from 'onnxruntime-node';
import { runTiled } from '../network/run-tiled.ts';
import type { Sessions } from '../network/sessions.ts';
import { blockErrorOf } from './block-error.ts';
import { estimateNoise, type NoiseLevel } from './estimate.ts';
import { leastVisible } from './measure.ts';
import { addCoarseChange, halve, type Picture } from './pyramid.ts';

interface Tools {
  sessions: Sessions;
  /** network that models/src/denoiser.ts builds */
  file: string;
  /** 1 removes all measured noise; a smaller value keeps a part */
  noise: number;
  /** 1 removes all measured JPEG blocks; a smaller value keeps a part */
  blocks: number;
  /** awaited with the finished share of the work; rejects if the job must stop */
  onProgress(fraction: number): Promise<void>;
}

/**
 * Variance to remove, relative to the measured variance. Removing more would remove more detail
 * than noise.
 */
const usualVariance = 0.92;
/**
 * Variance of JPEG errors in colours relative to brightness. Encoders compress colours more than
 * brightness.
 */
const blocksInColours = 2;
/** Smallest variance to remove. The network would divide zero by zero without a minimum. */
const leastRemoved = 0.001;
const coarsestSide = 160;
const mostLevels = 3;
/** Share of the work at the finest level. Each coarser level has a quarter of the pixels. */
const fineShare = 0.75;

/** Returns the pixels of the picture without its measured noise and JPEG blocks. */
export async function removeNoise(picture: Picture, tools: Tools, levels = mostLevels) {
  const noise = estimateNoise(picture);
  const half = levels > 1 ? await noisyHalf(picture) : undefined;
  let input = picture;
  if (half) {
    const coarse = {
      ...tools,
      onProgress: (done: number) => tools.onProgress(done * (1 - fineShare)),
    };
    input = addCoarseChange(picture, half, await removeNoise(half, coarse, levels - 1));
  }
  const start = half ? 1 - fineShare : 0;
  const clean = new Uint8Array(picture.width * picture.height * 3);
  let position = 0;
  await runTiled({
    picture: input,
    spec: {
      file: tools.file,
      scale: 1,
      pixels: { layout: 'NCHW', range: [0, 255] },
      tile: { area: 384 ** 2 },
      margin: 16,
      multiple: 4,
      parameters: parametersOf(picture, noise, tools),
    },
    sessions: tools.sessions,
    async onRows(rows) {
      clean.set(rows, position);
      position += rows.length;
    },
    onTile: (fraction) => tools.onProgress(start + (1 - start) * fraction),
  });
  return clean;
}

/**
 * Returns a half-size copy if noise is visible in it, otherwise undefined. This noise is too coarse
 * for patches of 8 × 8, so it is removed from the copy first. A camera or a JPEG encoder has spread
 * it over several pixels, or it becomes visible when a dark photo is brightened.
 */
async function noisyHalf(picture: Picture): Promise<Picture | undefined> {
  if (Math.min(picture.width, picture.height) < 2 * coarsestSide) return undefined;
  const half = await halve(picture);
  return estimateNoise(half).sigma > leastVisible ? half : undefined;
}

function parametersOf(picture: Picture, noise: NoiseLevel, tools: Pick<Tools, 'noise' | 'blocks'>) {
  const blocks = tools.blocks * blockErrorOf(picture) ** 2;
  const share = tools.noise * usualVariance;
  const [constant, linear, square] = noise.curve;
  const variance = share * noise.sigma ** 2;
  const [, ...colours] = noise.channels;
  const inColour = (relative: number) =>
    variance + blocks > 0
      ? (relative * variance + blocksInColours * blocks) / (variance + blocks)
      : relative;
  const removed = (values: readonly number[]) =>
    new Tensor('float32', Float32Array.from(values), [values.length]);
  return {
    curve: removed([share * constant + blocks, share * linear, share * square]),
    limits: removed(noise.limits.map((limit) => Math.max(leastRemoved, share * limit + blocks))),
    channels: new Tensor('float32', Float32Array.from([1, ...colours.map(inColour)]), [3, 1, 1, 1]),
  };
}
