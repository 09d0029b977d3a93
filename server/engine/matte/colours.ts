import sharp from 'sharp';
import type { Region } from '../image/outputs.ts';
import type { Photo } from '../image/photo.ts';
import { boxMean, mapped, type Plane, planeOf, product } from './plane.ts';

/** Red, green and blue of a picture, each from 0 to 1. */
export type Colours = readonly [red: Plane, green: Plane, blue: Plane];

/** Returns the colours of a region of the photo, resized to the given size. */
export async function coloursOf(
  { width, height, rgb }: Photo,
  region: Region,
  size: { width: number; height: number },
): Promise<Colours> {
  const pixels = await sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .extract(region)
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const channel = (offset: number) =>
    mapped(planeOf(size.width, size.height), (at) => (pixels[at * 3 + offset] ?? 0) / 255);
  return [channel(0), channel(1), channel(2)];
}

export const ofEach = (colours: Colours, change: (plane: Plane) => Plane): Colours => {
  const [red, green, blue] = colours;
  return [change(red), change(green), change(blue)];
};

/**
 * Returns the mean colour of the weighted pixels around each pixel. If the first radius contains no
 * such pixels, the next radius is used.
 */
export function meanColour(colours: Colours, weight: Plane, radii: readonly number[]): Colours {
  const sums = ofEach(colours, ({ width, height }) => planeOf(width, height));
  const total = planeOf(weight.width, weight.height);
  const weighted = ofEach(colours, (plane) => product(plane, weight));
  for (const [step, radius] of radii.entries()) {
    const importance = 1e-3 ** step;
    add(total, boxMean(weight, radius), importance);
    for (const [channel, sum] of sums.entries()) {
      add(sum, boxMean(weighted[channel] ?? weight, radius), importance);
    }
  }
  return ofEach(sums, ({ values, ...size }) =>
    mapped({ values, ...size }, (at) => (values[at] ?? 0) / Math.max(1e-12, total.values[at] ?? 0)),
  );
}

function add(to: Plane, from: Plane, factor: number): void {
  for (let at = 0; at < to.values.length; at += 1) {
    to.values[at] = (to.values[at] ?? 0) + (from.values[at] ?? 0) * factor;
  }
}
