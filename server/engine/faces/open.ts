import { overlapOf, type Region } from '../../../machines/model/regions.ts';
import type { Box } from './look.ts';

type Size = { width: number; height: number };

/** Boxes that overlap less than this share belong to different faces. */
const sameFaceOverlap = 0.5;

const within = (value: number) => Math.min(1, Math.max(0, value));

/** Converts the visible part of a face to fractions of the photo's width and height. */
function regionOf({ left, top, width, height }: Box, photo: Size): Region {
  const from = { x: within(left / photo.width), y: within(top / photo.height) };
  const to = { x: within((left + width) / photo.width), y: within((top + height) / photo.height) };
  return { left: from.x, top: from.y, width: to.x - from.x, height: to.y - from.y };
}

/** Returns the faces as fractions of the photo's width and height, from left to right. */
export function regionsOf(faces: readonly Box[], photo: Size): Region[] {
  return faces
    .map((face) => regionOf(face, photo))
    .toSorted((a, b) => a.left - b.left || a.top - b.top);
}

/**
 * Returns the faces to cover. Each region of `open` leaves only one face uncovered: the one with
 * the largest overlap. If in doubt, a face stays covered.
 */
export function facesToCover<Face extends Box>(
  faces: readonly Face[],
  open: readonly Region[],
  photo: Size,
): Face[] {
  const pairs = faces.flatMap((face) => {
    const at = regionOf(face, photo);
    return open.map((region) => ({ face, region, overlap: overlapOf(at, region) }));
  });
  const opened = new Set<Face>();
  const spent = new Set<Region>();
  for (const { face, region, overlap } of pairs.toSorted((a, b) => b.overlap - a.overlap)) {
    if (overlap < sameFaceOverlap) break;
    if (opened.has(face) || spent.has(region)) continue;
    opened.add(face);
    spent.add(region);
  }
  return faces.filter((face) => !opened.has(face));
}
