import { curveOf, type HeadCurve } from './head-curve.ts';
import type { Box } from './look.ts';

/** The detector's box ends at brows and chin. The larger curve also covers hairline and ears. */
export const widen = 1.4;
const heighten = 1.6;
/** 2 gives an ellipse; a larger exponent gives fuller temples and cheeks. */
const fullness = 2.3;
/** A head is narrower at the chin, by this share of the width at its middle. */
const narrowing = 0.25;
const precision = 0.05;

/** Returns a head that is round at the top and narrower towards the chin, by the box alone. */
export function headByBox(face: Box): HeadCurve {
  const centre = { x: face.left + face.width / 2, y: face.top + face.height / 2 };
  const radius = { x: (face.width * widen) / 2, y: (face.height * heighten) / 2 };
  const isInside = (x: number, y: number) => {
    const down = y / radius.y;
    const across = x / radius.x / (1 - narrowing * Math.min(1, Math.max(0, down)));
    return Math.abs(across) ** fullness + Math.abs(down) ** fullness <= 1;
  };
  return curveOf(centre, (angle) => {
    let [inside, outside] = [0, radius.x + radius.y];
    while (outside - inside > precision) {
      const middle = (inside + outside) / 2;
      if (isInside(middle * Math.cos(angle), middle * Math.sin(angle))) inside = middle;
      else outside = middle;
    }
    return outside;
  });
}
