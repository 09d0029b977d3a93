import type { Point } from '../text/tilted-box.ts';

/** Number of directions in which the distance from the centre is stored. */
const directions = 72;

/** A closed curve: for each direction, clockwise from the x axis, its distance from the centre. */
export interface HeadCurve {
  centre: Point;
  radii: Float64Array;
}

/** Returns the curve whose distance in the direction of `angle` is `radiusAt(angle)`. */
export function curveOf(centre: Point, radiusAt: (angle: number) => number): HeadCurve {
  const radii = Float64Array.from({ length: directions }, (_, index) =>
    radiusAt((index * 2 * Math.PI) / directions),
  );
  return { centre, radii };
}

/** Returns the distance of a polygon's edge from a point inside it. */
export function radiusOf(polygon: readonly Point[], centre: Point, angle: number): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned = polygon.map(({ x, y }) => ({
    along: (x - centre.x) * cos + (y - centre.y) * sin,
    across: (y - centre.y) * cos - (x - centre.x) * sin,
  }));
  let radius = 0;
  for (const [index, from] of turned.entries()) {
    const to = turned[(index + 1) % turned.length] ?? from;
    if (from.across > 0 === to.across > 0) continue;
    const share = from.across / (from.across - to.across);
    radius = Math.max(radius, from.along + (to.along - from.along) * share);
  }
  return radius;
}

/** Number of neighbouring directions on each side over which a curve is smoothed. */
const reach = 2;

/** Replaces each distance by the mean of its neighbourhood. */
export function smoothed({ centre, radii }: HeadCurve): HeadCurve {
  const smooth = radii.map((_, index) => {
    let sum = 0;
    for (let step = -reach; step <= reach; step += 1) {
      sum += radii[(index + step + directions) % directions] ?? 0;
    }
    return sum / (2 * reach + 1);
  });
  return { centre, radii: smooth };
}

export function pointsOf({ centre, radii }: HeadCurve): Point[] {
  return [...radii].map((radius, index) => {
    const angle = (index * 2 * Math.PI) / directions;
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
  });
}

/** Returns the curve's distance from its centre in any direction. */
export function radiusAlong({ radii }: HeadCurve, angle: number): number {
  const at = ((angle / (2 * Math.PI) + 1) % 1) * directions;
  const index = Math.floor(at);
  const [from = 0, to = 0] = [radii[index % directions], radii[(index + 1) % directions]];
  return from + (to - from) * (at - index);
}
