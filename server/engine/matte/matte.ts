import type { Region } from '../image/outputs.ts';
import type { Photo } from '../image/photo.ts';
import { type BothSides, bothSidesOf } from './both-sides.ts';
import { coloursOf } from './colours.ts';
import { type FoundObject, findObject } from './find-object.ts';
import { guidedModel, type LinearModel } from './guided.ts';
import type { ObjectNetwork } from './look.ts';
import { boxOf, type Plane } from './plane.ts';
import { refine } from './refine.ts';
import { resized } from './sample.ts';

/**
 * Describes the object of a photo at a moderate size. `MatteRows` calculates the object at full
 * size.
 */
export interface Matte {
  /** part of the photo that contains the object; all pixels outside it are background */
  region: Region;
  opacity: Plane;
  /** box around all pixels with an opacity of at least 0.5 */
  box: Region;
  /** the opacity as a function of a pixel's colour */
  model: LinearModel;
  sides: BothSides;
}

/**
 * Longest side, in pixels, at which the rim is described. A larger size would only need more
 * memory.
 */
const describedSide = 1024;
const describedSides = 320;
const smoothness = 2e-4;

export async function matteOf(
  photo: Photo,
  network: ObjectNetwork,
  onProgress: (fraction: number) => Promise<void>,
): Promise<Matte | null> {
  const found = await findObject(photo, network, (fraction) => onProgress(fraction * 0.7));
  if (!found) return null;
  const matte = await describe(photo, found);
  await onProgress(1);
  return matte;
}

/** Describes the object. Returns null if no part of it has an opacity of at least 0.5. */
export async function describe(photo: Photo, { region, mask }: FoundObject): Promise<Matte | null> {
  const small = fitted(region, describedSides);
  const size = fitted(region, describedSide);
  const sides = bothSidesOf(await coloursOf(photo, region, small), resized(mask, small));
  const picture = await coloursOf(photo, region, size);
  const opacity = refine(picture, sides);
  const visible = boxOf(opacity);
  if (!visible) return null;
  const box = enlarged(visible, opacity, region);
  const radius = Math.max(1, Math.round(size.width / small.width));
  const model = guidedModel(picture, opacity, { radius, smoothness });
  return { region, opacity, box, model, sides };
}

/** Converts a box of the described opacity to pixels of the photo. */
function enlarged(box: Region, opacity: Plane, region: Region): Region {
  const across = region.width / opacity.width;
  const down = region.height / opacity.height;
  return {
    left: region.left + box.left * across,
    top: region.top + box.top * down,
    width: box.width * across,
    height: box.height * down,
  };
}

function fitted({ width, height }: Region, side: number): { width: number; height: number } {
  const factor = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  };
}
