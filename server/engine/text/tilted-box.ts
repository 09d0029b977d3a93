export interface Point {
  x: number;
  y: number;
}

/** A rectangle in any direction, in pixels. */
export interface TiltedBox {
  centre: Point;
  /** side lengths along and across `angle` */
  width: number;
  height: number;
  /** radians, clockwise from the x axis */
  angle: number;
}

/** Returns the position of a point relative to the box's centre, along and across the box. */
export function positionIn({ centre, angle }: TiltedBox, x: number, y: number): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [x - centre.x, y - centre.y];
  return { x: dx * cos + dy * sin, y: dy * cos - dx * sin };
}

/** Returns the four corners. */
export function cornersOf({ centre, width, height, angle }: TiltedBox): Point[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners: [number, number][] = [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ];
  return corners.map(([along, across]) => ({
    x: centre.x + along * width * cos - across * height * sin,
    y: centre.y + along * width * sin + across * height * cos,
  }));
}

/** Returns the smallest rectangle that contains all points. */
export function smallestBox(points: readonly Point[]): TiltedBox {
  const hull = hullOf(points);
  const boxes = hull.map((from, index) => {
    const to = hull[(index + 1) % hull.length] ?? from;
    return boxAlong(hull, Math.atan2(to.y - from.y, to.x - from.x));
  });
  return boxes.reduce((best, box) =>
    box.width * box.height < best.width * best.height ? box : best,
  );
}

function boxAlong(points: readonly Point[], angle: number): TiltedBox {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = points.map(({ x, y }) => x * cos + y * sin);
  const across = points.map(({ x, y }) => y * cos - x * sin);
  const [left, right] = [Math.min(...along), Math.max(...along)];
  const [top, bottom] = [Math.min(...across), Math.max(...across)];
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  return {
    centre: { x: middle.x * cos - middle.y * sin, y: middle.x * sin + middle.y * cos },
    width: right - left,
    height: bottom - top,
    angle,
  };
}

/** Returns the corners of the convex hull, by Andrew's monotone chain. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  if (sorted.length < 3) return sorted;
  const half = (ordered: readonly Point[]) => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length > 1 && !turnsLeft(chain.at(-2), chain.at(-1), point)) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function turnsLeft(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  if (!a || !b) return true;
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
}
