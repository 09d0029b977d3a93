import { boxMeans, type Pixels } from '../../../machines/model/pixel-window.ts';

/** How far around a pixel the colour of skin counts, as a share of the photo's shorter side. */
const reach = 0.12;

/**
 * True for colours of skin, light or dark. The limits are those of Chai and Ngan, "Face segmentation
 * using skin-color map in videophone applications", 1999.
 */
function isSkin(red: number, green: number, blue: number): boolean {
  const cb = 128 - 0.169 * red - 0.331 * green + 0.5 * blue;
  const cr = 128 + 0.5 * red - 0.419 * green - 0.081 * blue;
  return cb >= 77 && cb <= 127 && cr >= 133 && cr <= 173;
}

/**
 * Returns for each pixel the share of skin around it, from 0 to 1, and 0 for pixels of other
 * colours. A face has more skin around it than a hand.
 */
export function skinOf(pixels: Pixels): Float64Array {
  const { width, height, data } = pixels;
  const skin = new Float64Array(width * height);
  for (const at of skin.keys()) {
    const first = at * 4;
    skin[at] = isSkin(data[first] ?? 0, data[first + 1] ?? 0, data[first + 2] ?? 0) ? 1 : 0;
  }
  const around = boxMeans(skin, pixels, Math.round(reach * Math.min(width, height)));
  return skin.map((value, at) => value * (around[at] ?? 0));
}
