import { squareMargin } from '../../../../machines/model/forecast.ts';
import type { Region } from '../../image/outputs.ts';
import type { Matte } from '../../matte/matte.ts';

/** From this opacity on a pixel counts for the object's box. */
const visible = 0.5;

/** The square around the object, with its centre in the middle; may extend beyond the photo. */
export function squareAround({ region, opacity }: Matte): Region {
  const { width, height, values } = opacity;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (const [at, value] of values.entries()) {
    if (value < visible) continue;
    const x = at % width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, (at - x) / width);
    bottom = (at - x) / width;
  }
  const across = region.width / width;
  const down = region.height / height;
  const long = Math.max((right - left + 1) * across, (bottom - top + 1) * down);
  const side = Math.ceil(long * squareMargin);
  return {
    left: Math.round(region.left + ((left + right + 1) / 2) * across - side / 2),
    top: Math.round(region.top + ((top + bottom + 1) / 2) * down - side / 2),
    width: side,
    height: side,
  };
}
