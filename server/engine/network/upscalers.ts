import path from 'node:path';
import { plainFileOf } from './arithmetic.ts';
import type { NetworkSpec } from './run-tiled.ts';

/** fast: esrgan-medium. fine: esrgan-thick, about nine times the work. */
export type Quality = 'fast' | 'fine';

/* Larger tiles waste less on margins, smaller ones stay in the processor's cache and can be stopped sooner. */
const tileArea = 320 ** 2;
/** Pixels. So far from a tile's edge a result is nearly that of the whole picture: within 3 steps (decision 0021). */
const margin = 6;

/** The network behind upscale-{scale}x-fast or -fine, with the interpolation that lies beside it. */
export function enlargingNetwork(file: string, scale: 2 | 4): NetworkSpec {
  const plainFile = path.join(path.dirname(file), plainFileOf(scale));
  const tile = { area: tileArea };
  return { file, plainFile, scale, pixels: 'bytes', tile, margin };
}
