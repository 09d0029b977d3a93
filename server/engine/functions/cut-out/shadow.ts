import type { Region } from '../../image/outputs.ts';
import type { Matte } from '../../matte/matte.ts';
import { boxMean, mapped, type Plane, planeOf } from '../../matte/plane.ts';
import { Rows } from '../../matte/sample.ts';

/** Longest side of the shadow map, in pixels. A small map is enough, because a shadow is soft. */
const mapSide = 320;
/** Opacity of the darkest part of the shadow. */
const darkness = 0.45;
/**
 * Distance of the shadow below the object, and its softness, as shares of the object's longer side.
 */
const drop = 0.03;
const softness = 0.022;

/** The soft shadow of the object in a frame. It falls downwards. */
export class Shadow {
  readonly #map: Plane;
  readonly #rows: Rows;

  constructor(matte: Matte, frame: Region) {
    const factor = Math.min(1, mapSide / Math.max(frame.width, frame.height));
    const width = Math.max(1, Math.round(frame.width * factor));
    const height = Math.max(1, Math.round(frame.height * factor));
    const long = Math.max(matte.region.width, matte.region.height);
    const shape = silhouette(matte, { frame, width, height, below: drop * long });
    const radius = Math.max(1, Math.round((softness * long * width) / frame.width));
    const soft = boxMean(boxMean(boxMean(shape, radius), radius), radius);
    this.#map = mapped(soft, (at) => darkness * (soft.values[at] ?? 0));
    this.#rows = new Rows(this.#map, frame);
  }

  /**
   * Returns the opacity of the shadow in a row of the frame, 0 to 1. The array is valid until the
   * next call.
   */
  row(y: number): Float32Array {
    return this.#rows.read(this.#map, y);
  }
}

interface Shape {
  frame: Region;
  width: number;
  height: number;
  /** distance of the shadow below the object, in pixels of the photo */
  below: number;
}

function silhouette({ region, opacity }: Matte, { frame, width, height, below }: Shape): Plane {
  const shape = planeOf(width, height);
  for (let y = 0; y < height; y += 1) {
    const inPhotoY = frame.top + ((y + 0.5) * frame.height) / height - below;
    const row = Math.floor(((inPhotoY - region.top) * opacity.height) / region.height);
    if (row < 0 || row >= opacity.height) continue;
    for (let x = 0; x < width; x += 1) {
      const inPhotoX = frame.left + ((x + 0.5) * frame.width) / width;
      const column = Math.floor(((inPhotoX - region.left) * opacity.width) / region.width);
      if (column < 0 || column >= opacity.width) continue;
      shape.values[y * width + x] = opacity.values[row * opacity.width + column] ?? 0;
    }
  }
  return shape;
}
