import path from 'node:path';
import { plainFileOf } from './arithmetic.ts';
import type { NetworkSpec } from './run-tiled.ts';

/**
 * - crisp: network esrgan-legacy (gans), trained against another network to add detail; takes six
 *   times as long as fast
 * - fine: network esrgan-thick; takes ten times as long as fast
 * - fast: network esrgan-medium
 */
export type Quality = 'crisp' | 'fine' | 'fast';

/*
 * Larger tiles lose less to margins. Smaller tiles fit into the processor's cache, and the job can
 * be stopped sooner. This area is a compromise.
 */
const tileArea = 320 ** 2;
/**
 * Margin in pixels. With this margin, a tile's result differs from that of the whole picture by at
 * most 3 steps of 255 (decision 0021).
 */
const margin = 6;

/** Returns the network upscale-{scale}x-{quality} and its interpolation network. */
export function enlargingNetwork(file: string, scale: 2 | 4): NetworkSpec {
  const plainFile = path.join(path.dirname(file), plainFileOf(scale));
  const tile = { area: tileArea };
  return { file, plainFile, scale, pixels: 'bytes', tile, margin };
}
