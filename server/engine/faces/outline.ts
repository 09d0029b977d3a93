import type { Outline } from '../cover/outline.ts';
import type { Box } from './look.ts';

/** The detector's box ends at brows and chin. The larger ellipse also covers hairline and ears. */
const widen = 1.45;
const heighten = 1.6;
/** Number of averaged squares across a face: too few for people or networks to recognise it. */
const cellsAcross = 6;

export function outlineOfFace(face: Box): Outline {
  const centre = { x: face.left + face.width / 2, y: face.top + face.height / 2 };
  const radius = { x: (face.width * widen) / 2, y: (face.height * heighten) / 2 };
  const shorter = Math.min(radius.x, radius.y);
  return {
    box: {
      left: centre.x - radius.x,
      top: centre.y - radius.y,
      width: 2 * radius.x,
      height: 2 * radius.y,
    },
    distance: (x, y) =>
      (Math.hypot((x - centre.x) / radius.x, (y - centre.y) / radius.y) - 1) * shorter,
    softness: shorter * 0.25,
    cell: (face.width * widen) / cellsAcross,
  };
}
