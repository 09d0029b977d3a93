import type { Stroke } from '../../../machines/model/strokes.ts';
import type { Region } from '../image/outputs.ts';
import type { Photo } from '../image/photo.ts';
import type { FoundObject } from './find-object.ts';
import { mapped, type Plane, planeOf } from './plane.ts';

/** Changes the values towards 1 where a stroke adds, and towards 0 where a stroke removes. */
export const corrected = (plane: Plane, painted: Plane): Plane =>
  mapped(plane, (at) => {
    const value = plane.values[at] ?? 0;
    const change = painted.values[at] ?? 0;
    return change > 0 ? value + change * (1 - value) : value + change * value;
  });

/** Space around a stroke, as a share of the photo's longer side. */
const room = 0.02;

/** Returns the box around the strokes that add to the object, or null if there are none. */
function addedBox(strokes: readonly Stroke[], { width, height }: Photo): Region | null {
  const long = Math.max(width, height);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const { adds, radius, points } of strokes) {
    if (!adds) continue;
    const around = (radius + room) * long;
    for (const [x, y] of points) {
      left = Math.min(left, Math.max(0, Math.floor(x * width - around)));
      top = Math.min(top, Math.max(0, Math.floor(y * height - around)));
      right = Math.max(right, Math.min(width, Math.ceil(x * width + around)));
      bottom = Math.max(bottom, Math.min(height, Math.ceil(y * height + around)));
    }
  }
  return right > left ? { left, top, width: right - left, height: bottom - top } : null;
}

function united(one: Region, other: Region): Region {
  const left = Math.min(one.left, other.left);
  const top = Math.min(one.top, other.top);
  const right = Math.max(one.left + one.width, other.left + other.width);
  const bottom = Math.max(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
}

/**
 * Returns the object with a region that contains every added stroke. Returns null if there is
 * neither an object nor an added stroke.
 */
export function withRoomFor(
  strokes: readonly Stroke[],
  found: FoundObject | null,
  photo: Photo,
): FoundObject | null {
  const box = addedBox(strokes, photo);
  if (!box) return found;
  if (!found) return { region: box, mask: planeOf(1, 1) };
  const region = united(found.region, box);
  const isSame = region.width === found.region.width && region.height === found.region.height;
  return isSame ? found : { region, mask: moved(found, region) };
}

/** Draws the mask of a region into a larger region. */
function moved({ region, mask }: FoundObject, larger: Region): Plane {
  const { width, height, values } = mask;
  return mapped(planeOf(width, height), (at) => {
    const column = at % width;
    const x = larger.left + ((column + 0.5) * larger.width) / width - region.left;
    const y = larger.top + (((at - column) / width + 0.5) * larger.height) / height - region.top;
    if (x < 0 || y < 0 || x >= region.width || y >= region.height) return 0;
    const row = Math.floor((y * height) / region.height);
    return values[row * width + Math.floor((x * width) / region.width)] ?? 0;
  });
}
