import type { Place } from '../../../machines/model/piece-frame.ts';
import { bestWindow, type Pixels, type Size } from '../../../machines/model/pixel-window.ts';

const lightness = (data: Uint8ClampedArray, at: number) =>
  (data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.59 + (data[at + 2] ?? 0) * 0.11;

/** Returns the squared difference of each pixel to its right and lower neighbours. */
function edgesOf({ width, height, data }: Pixels): Float64Array {
  const edges = new Float64Array(width * height);
  for (let y = 0; y + 1 < height; y += 1) {
    for (let x = 0; x + 1 < width; x += 1) {
      const at = (y * width + x) * 4;
      const here = lightness(data, at);
      const right = lightness(data, at + 4) - here;
      const below = lightness(data, at + width * 4) - here;
      edges[y * width + x] = right * right + below * below;
    }
  }
  return edges;
}

/** Returns the centre of the window with the most edges, such as a face. */
export function findDetail(pixels: Pixels, window: Size): Place {
  const { x, y } = bestWindow(edgesOf(pixels), pixels, window);
  return { x, y };
}
