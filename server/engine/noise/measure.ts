import { blockErrorOf } from './block-error.ts';
import { estimateNoise } from './estimate.ts';
import type { Picture } from './pyramid.ts';

/** A smaller error is invisible, in grey levels. */
export const leastVisible = 1.2;

/** Returns noise and JPEG block errors as one standard deviation, in grey levels. */
export function measureError(picture: Picture): number {
  return Math.hypot(estimateNoise(picture).sigma, blockErrorOf(picture));
}
