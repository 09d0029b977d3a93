import type { Stroke } from '../../../machines/model/strokes.ts';
import type { Region } from '../image/outputs.ts';
import { paintStrokes } from '../image/paint-strokes.ts';
import type { Photo } from '../image/photo.ts';
import { type BothSides, bothSidesOf } from './both-sides.ts';
import { coloursOf } from './colours.ts';
import { corrected, withRoomFor } from './correct.ts';
import type { FoundObject } from './find-object.ts';
import { guidedModel, type LinearModel } from './guided.ts';
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

/**
 * Share of a stroke's radius within which the visitor decides alone. Further out, the photo's edges
 * and colours decide too.
 */
const certain = 0.7;

/**
 * Describes the object, corrected by the visitor's strokes. Returns null if no part of it has an
 * opacity of at least 0.5.
 */
export async function matteOf(
  photo: Photo,
  found: FoundObject | null,
  strokes: readonly Stroke[] = [],
): Promise<Matte | null> {
  const object = withRoomFor(strokes, found, photo);
  if (!object) return null;
  const { region } = object;
  const small = fitted(region, describedSides);
  const size = fitted(region, describedSide);
  const rough = paintStrokes(strokes, { photo, region, size: small });
  const mask = corrected(resized(object.mask, small), rough);
  const sides = bothSidesOf(await coloursOf(photo, region, small), mask);
  const picture = await coloursOf(photo, region, size);
  const sure = paintStrokes(strokes, { photo, region, size, thickness: certain });
  const opacity = corrected(refine(picture, sides), sure);
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
