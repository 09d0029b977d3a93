import path from 'node:path';
import { plainFileOf } from './arithmetic.ts';
import type { NetworkSpec } from './run-tiled.ts';

/**
 * crisp: esrgan-legacy's gans, trained against another network, so that it adds detail; six times
 * the work of fast. fine: esrgan-thick, ten times the work. fast: esrgan-medium.
 */
export type Quality = 'crisp' | 'fine' | 'fast';

/*
 * Larger tiles lose less to margins; smaller ones stay in the processor's cache and can be stopped
 * sooner.
 */
const tileArea = 320 ** 2;
/**
 * Pixels. At this distance from a tile's edge the result differs by at most 3 steps from that of
 * the whole picture (decision 0021).
 */
const margin = 6;

/** The network upscale-{scale}x-{quality}, with the interpolation network beside it. */
export function enlargingNetwork(file: string, scale: 2 | 4): NetworkSpec {
  const plainFile = path.join(path.dirname(file), plainFileOf(scale));
  const tile = { area: tileArea };
  return { file, plainFile, scale, pixels: 'bytes', tile, margin };
}
