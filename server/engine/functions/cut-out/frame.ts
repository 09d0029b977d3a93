import { squareMargin } from '../../../../machines/model/forecast.ts';
import type { Region } from '../../image/outputs.ts';

/**
 * Returns the square around a box, with the box in its centre. The square may extend beyond the
 * photo.
 */
export function squareAround({ left, top, width, height }: Region): Region {
  const side = Math.ceil(Math.max(width, height) * squareMargin);
  return {
    left: Math.round(left + width / 2 - side / 2),
    top: Math.round(top + height / 2 - side / 2),
    width: side,
    height: side,
  };
}
