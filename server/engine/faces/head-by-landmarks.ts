import type { Point } from '../text/tilted-box.ts';
import { curveOf, type HeadCurve, radiusOf, smoothed } from './head-curve.ts';
import { browsOf, jawOf, mean, noseOf, tiltOf } from './landmarks.ts';
import type { Box } from './look.ts';

/*
 * Lengths are shares of the distance from the brows to the chin. `landmarks.deep.test.ts`
 * compares the curve with the curve by the box.
 */

/** The hairline is half that distance above the brows; the curve ends in the hair. */
const aboveBrows = 0.66;
/** Ears, and hair beside the temples. */
const besideEars = 0.27;
const belowChin = 0.16;
/** The margin on the narrower side of a turned head is at least this share of the usual one. */
const leastShare = 0.5;
/** 2 gives an ellipse; a larger exponent gives fuller temples. */
const fullness = 2.3;
const steps = 16;

/**
 * Returns the curve around jaw, ears and forehead, tilted as the head is. The ellipse in the
 * detector's box is always inside the curve.
 */
export function headByLandmarks(landmarks: readonly Point[], face: Box): HeadCurve {
  const tilt = tiltOf(landmarks);
  const upright = landmarks.map((point) => turned(point, -tilt));
  const { sides, top, middle } = partsOf(upright);
  const polygon = [...sides, ...archOver(sides, top)].map((point) => turned(point, tilt));
  const core = ellipseIn(face);
  const centre = turned(middle, tilt);
  return smoothed(
    curveOf(centre, (angle) =>
      Math.max(radiusOf(polygon, centre, angle), radiusOf(core, centre, angle)),
    ),
  );
}

/** Returns the jaw from ear to ear with its margin, and the top of the forehead. */
function partsOf(upright: readonly Point[]) {
  const jaw = jawOf(upright);
  const xs = jaw.map(({ x }) => x);
  const nose = mean(noseOf(upright).map(({ x }) => x));
  const width = { left: nose - Math.min(...xs), right: Math.max(...xs) - nose };
  const chin = Math.max(...jaw.map(({ y }) => y));
  const brows = mean(browsOf(upright).map(({ y }) => y));
  const length = chin - brows;
  const middle = { x: mean(xs), y: (brows + chin) / 2 };
  const sides = jaw.map((point) => {
    const height = Math.min(1, Math.max(0, (chin - point.y) / length));
    // the ear of a turned head is on the wider side
    const side = point.x < nose ? width.left : width.right;
    const share = Math.max(leastShare, (2 * side) / (width.left + width.right));
    const margin = belowChin + (besideEars * share - belowChin) * height;
    const distance = Math.hypot(point.x - middle.x, point.y - middle.y);
    const factor = 1 + (margin * length) / distance;
    return {
      x: middle.x + (point.x - middle.x) * factor,
      y: middle.y + (point.y - middle.y) * factor,
    };
  });
  return { sides, top: brows - aboveBrows * length, middle };
}

/** Returns the forehead: an arch from the last to the first point of the jaw. */
function archOver(jaw: readonly Point[], top: number): Point[] {
  const [left, right] = [jaw[0], jaw.at(-1)];
  if (!left || !right) return [];
  const centre = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
  const radius = { x: (right.x - left.x) / 2, y: centre.y - top };
  return Array.from({ length: steps }, (_, index) => {
    const angle = (Math.PI * (index + 0.5)) / steps;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return {
      x: centre.x + radius.x * Math.sign(cos) * Math.abs(cos) ** (2 / fullness),
      y: centre.y - radius.y * sin ** (2 / fullness),
    };
  });
}

function ellipseIn({ left, top, width, height }: Box): Point[] {
  return Array.from({ length: 2 * steps }, (_, index) => {
    const angle = (Math.PI * index) / steps;
    return {
      x: left + (width / 2) * (1 + Math.cos(angle)),
      y: top + (height / 2) * (1 + Math.sin(angle)),
    };
  });
}

const turned = ({ x, y }: Point, angle: number): Point => ({
  x: x * Math.cos(angle) - y * Math.sin(angle),
  y: x * Math.sin(angle) + y * Math.cos(angle),
});
