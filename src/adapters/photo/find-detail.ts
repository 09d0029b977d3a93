import type { Place } from '../../../machines/model/piece-frame.ts';
import { bestWindow, type Pixels, type Size } from '../../../machines/model/pixel-window.ts';
import { skinOf } from './skin.ts';

const lightness = (data: Uint8ClampedArray, at: number) =>
  (data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.59 + (data[at + 2] ?? 0) * 0.11;

/** The most that an edge in one direction is worth, so that a striped tie is not worth more than eyes. */
const mostEdge = 2500;
/** How many times as much an edge counts if there is nothing but skin around it. */
const skinGain = 20;
/** How much less an edge at the bottom counts, because faces are at the top. */
const bottomLoss = 0.4;

/**
 * Returns how much each pixel is worth looking at: by its difference to its right and lower
 * neighbours, by the skin around it, and by its height in the photo.
 */
function worthOf(pixels: Pixels): Float64Array {
  const { width, height, data } = pixels;
  const skin = skinOf(pixels);
  const worth = new Float64Array(width * height);
  for (let y = 0; y + 1 < height; y += 1) {
    const share = 1 - (bottomLoss * y) / height;
    for (let x = 0; x + 1 < width; x += 1) {
      const pixel = y * width + x;
      const at = pixel * 4;
      const here = lightness(data, at);
      const right = lightness(data, at + 4) - here;
      const below = lightness(data, at + width * 4) - here;
      const edge = Math.min(mostEdge, right * right) + Math.min(mostEdge, below * below);
      worth[pixel] = edge * (1 + skinGain * (skin[pixel] ?? 0)) * share;
    }
  }
  return worth;
}

/** Returns the centre of the window that is most worth looking at: a face, or the finest detail. */
export function findDetail(pixels: Pixels, window: Size): Place {
  const { x, y } = bestWindow(worthOf(pixels), pixels, window);
  return { x, y };
}
