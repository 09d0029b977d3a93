import type { Stroke } from '../../../machines/model/strokes.ts';
import type { Region } from '../image/outputs.ts';
import { paintStrokes } from '../image/paint-strokes.ts';
import type { Photo } from '../image/photo.ts';
import type { Outline } from './outline.ts';

/** Side length of averaged squares, at least this share of the photo's longer side. */
const leastCell = 0.03;
/** The strokes are drawn at most with this number of pixels on the longer side. */
const finest = 4096;

export interface Painted {
  /** the area that the strokes add, or null if it is empty */
  added: Outline | null;
  /** true at a pixel that the strokes remove */
  isRemoved(x: number, y: number): boolean;
}

/** Returns the areas that the brush adds to the cover and removes from it. */
export function paintedBy(strokes: readonly Stroke[], photo: Photo): Painted {
  if (strokes.length === 0) return { added: null, isRemoved: () => false };
  const long = Math.max(photo.width, photo.height);
  const factor = Math.min(1, finest / long);
  const size = {
    width: Math.max(1, Math.round(photo.width * factor)),
    height: Math.max(1, Math.round(photo.height * factor)),
  };
  const region: Region = { left: 0, top: 0, width: photo.width, height: photo.height };
  const { values } = paintStrokes(strokes, { photo, region, size });
  const valueAt = (x: number, y: number) => {
    const column = Math.min(size.width - 1, Math.floor((x * size.width) / photo.width));
    const row = Math.min(size.height - 1, Math.floor((y * size.height) / photo.height));
    return values[row * size.width + column] ?? 0;
  };
  const adding = strokes.filter(({ adds }) => adds);
  const radius = Math.max(0, ...adding.map((stroke) => stroke.radius));
  return {
    added: values.some((value) => value > 0)
      ? {
          box: boxOf(adding, photo),
          // any part of a painted pixel counts, so that the cover has no transparent edge
          distance: (x, y) => (valueAt(x, y) > 0 ? 0 : Number.POSITIVE_INFINITY),
          softness: 0,
          cell: long * Math.max(leastCell, radius),
        }
      : null,
    isRemoved: (x, y) => valueAt(x, y) < 0,
  };
}

function boxOf(strokes: readonly Stroke[], { width, height }: Photo) {
  const long = Math.max(width, height);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const { radius, points } of strokes) {
    for (const [x, y] of points) {
      left = Math.min(left, x * width - radius * long);
      top = Math.min(top, y * height - radius * long);
      right = Math.max(right, x * width + radius * long);
      bottom = Math.max(bottom, y * height + radius * long);
    }
  }
  return { left, top, width: right - left, height: bottom - top };
}
