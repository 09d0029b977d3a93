import path from 'node:path';
import { plainFileOf } from './arithmetic.ts';
import type { NetworkSpec } from './run-tiled.ts';

/**
 * - crisp: esrgan-legacy (gans), trained against another network to add detail; six times the work
 *   of fast
 * - fine: esrgan-thick, ten times the work of fast
 * - fast: esrgan-medium
 */
export type Quality = 'crisp' | 'fine' | 'fast';

/*
 * A compromise: larger tiles lose less to margins; smaller tiles fit into the processor's cache and
 * can be stopped sooner.
 */
const tileArea = 320 ** 2;
/**
 * Pixels. With this margin, a tile's result differs from that of the whole picture by at most 3
 * steps of 255 (decision 0021).
 */
const margin = 6;

/** Returns the network upscale-{scale}x-{quality} with its interpolation network. */
export function enlargingNetwork(file: string, scale: 2 | 4): NetworkSpec {
  const plainFile = path.join(path.dirname(file), plainFileOf(scale));
  const tile = { area: tileArea };
  return { file, plainFile, scale, pixels: 'bytes', tile, margin };
}
