import { estimateNoise } from './estimate.ts';
import { estimateBlocks } from './estimate-blocks.ts';
import type { Picture } from './pyramid.ts';

/** Returns noise and JPEG block errors as one standard deviation, in grey levels. */
export function measureError(picture: Picture): number {
  return Math.hypot(estimateNoise(picture).sigma, estimateBlocks(picture));
}
