export type Place = { x: number; y: number };

export type Line = readonly [from: Place, to: Place];

/** Part of a row of pixels. */
export interface Span {
  left: number;
  right: number;
}

/**
 * Returns the part of the row at `y` that is within `reach` of a line, or null if no part is. The
 * ends of the span are those of the circle around one point of the line; `share` is the place of
 * this point on the line.
 */
export function spanWithin([one, other]: Line, reach: number, y: number): Span | null {
  const [from, to] = one.y <= other.y ? [one, other] : [other, one];
  const dx = to.x - from.x;
  // a level line or a single point must not divide by zero
  const dy = Math.max(Number.EPSILON, to.y - from.y);
  const lean = (reach * dx) / Math.sqrt(dx * dx + dy * dy);
  const endOf = (side: -1 | 1) => {
    const share = Math.min(1, Math.max(0, (y - from.y + side * lean) / dy));
    const off = y - from.y - share * dy;
    return from.x + share * dx + side * Math.sqrt(reach * reach - off * off);
  };
  const span = { left: endOf(-1), right: endOf(1) };
  return span.left <= span.right ? span : null;
}

export function squaredDistance([from, to]: Line, x: number, y: number): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / length;
  const within = Math.min(1, Math.max(0, share));
  const [overX, overY] = [x - from.x - within * dx, y - from.y - within * dy];
  return overX * overX + overY * overY;
}
