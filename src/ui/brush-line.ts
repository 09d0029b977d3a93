/** A position on the picture, as shares of its width and height, 0 to 1. */
export type BrushPoint = readonly [x: number, y: number];

/** A stroke of the brush: a line through its points, with round ends. */
export type BrushStroke = {
  /** true if the stroke adds to the painted area, false if it removes from it */
  adds: boolean;
  /** share of the picture's longer side */
  radius: number;
  points: readonly BrushPoint[];
};

/** Size of the picture for drawing. The longer side has 1000 units, so that brushes are round. */
export const canvasOf = (ratio: number) => ({
  width: 1000 * Math.min(1, ratio),
  height: 1000 / Math.max(1, ratio),
});

export const withinPicture = (x: number, y: number): BrushPoint => [
  Math.max(0, Math.min(1, x)),
  Math.max(0, Math.min(1, y)),
];

/** Returns the distance of a point from a line, in units of the canvas. */
function distanceFrom(from: BrushPoint, to: BrushPoint, [x, y]: BrushPoint, ratio: number): number {
  const { width, height } = canvasOf(ratio);
  const [dx, dy] = [(to[0] - from[0]) * width, (to[1] - from[1]) * height];
  const [px, py] = [(x - from[0]) * width, (y - from[1]) * height];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / squared));
  return Math.hypot(px - along * dx, py - along * dy);
}

/** Largest distance of a left out point from the line, as a share of the radius. */
const tolerance = 0.12;

/**
 * Leaves out points that hardly change the line (Douglas, Peucker 1973), so that a stroke has few
 * points.
 */
export function simplified({ points, ...brush }: BrushStroke, ratio: number): BrushStroke {
  const most = tolerance * brush.radius * 1000;
  const isKept = points.map((_, at) => at === 0 || at === points.length - 1);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [first, last] = part;
    const [from, to] = [points[first], points[last]];
    if (!from || !to) continue;
    let [farthest, distance] = [first, most];
    for (let at = first + 1; at < last; at += 1) {
      const off = distanceFrom(from, to, points[at] ?? from, ratio);
      if (off > distance) [farthest, distance] = [at, off];
    }
    if (farthest === first) continue;
    isKept[farthest] = true;
    open.push([first, farthest], [farthest, last]);
  }
  return { ...brush, points: points.filter((_, at) => isKept[at]) };
}

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Returns the position to which an arrow key moves the brush: by half of its radius, or with shift
 * by four times as much. Returns null for other keys.
 */
export function movedByKey(
  [x, y]: BrushPoint,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { radius, ratio }: { radius: number; ratio: number },
): BrushPoint | null {
  const direction = directions[key];
  if (!direction) return null;
  const { width, height } = canvasOf(ratio);
  const step = radius * 1000 * (shiftKey ? 2 : 0.5);
  return withinPicture(x + (direction[0] * step) / width, y + (direction[1] * step) / height);
}
