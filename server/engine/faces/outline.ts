import type { Outline } from '../cover/outline.ts';
import type { Box } from './look.ts';

/** The detector's box ends at brows and chin. The larger outline also covers hairline and ears. */
const widen = 1.4;
const heighten = 1.6;
/** 2 gives an ellipse; a larger exponent gives fuller temples and cheeks. */
const fullness = 2.3;
/** A head is narrower at the chin, by this share of the width at its middle. */
const narrowing = 0.25;
/** Number of averaged squares across a face: too few for people or networks to recognise it. */
const cellsAcross = 6;

/** Returns the outline of a head: round at the top, and narrower towards the chin. */
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
    distance(x, y) {
      const down = (y - centre.y) / radius.y;
      const across = (x - centre.x) / radius.x / (1 - narrowing * Math.min(1, Math.max(0, down)));
      const sum = Math.abs(across) ** fullness + Math.abs(down) ** fullness;
      return (sum ** (1 / fullness) - 1) * shorter;
    },
    softness: shorter * 0.25,
    cell: (face.width * widen) / cellsAcross,
  };
}
