import { estimateBlocks } from './estimate-blocks.ts';
import type { Picture } from './pyramid.ts';

/** From this quality on, blocks are invisible, so a grid of 8 pixels is part of the scene. */
const faultless = 92;
/** Error that quality 50 leaves in photos with little detail, in grey levels. */
const errorAtHalf = 2.4;
/** How fast the error grows with the steps of the quantisation tables. */
const growth = 0.6;

/**
 * Returns the error that JPEG compression has left, as a standard deviation in grey levels. Steps
 * between blocks are measured. If the quality of the file is known, a low quality counts even if
 * there are no steps, and a high quality excludes an error.
 */
export function blockErrorOf(picture: Picture): number {
  const { jpegQuality: quality } = picture;
  if (quality == null) return estimateBlocks(picture);
  if (quality >= faultless) return 0;
  return Math.max(estimateBlocks(picture), errorBy(quality));
}

/** Fitted to the bundled photos after a blur. */
function errorBy(quality: number): number {
  const factor = quality < 50 ? 50 / quality : 2 - quality / 50;
  return errorAtHalf * factor ** growth;
}
