import type { Stroke, StrokePoint } from '../../../machines/model/strokes.ts';
import { type Plane, planeOf } from '../matte/plane.ts';
import type { Region } from './outputs.ts';

interface Size {
  width: number;
  height: number;
}

/** The part of the photo that the plane shows, and the size of the plane. */
interface View {
  photo: Size;
  region: Region;
  size: Size;
  /** factor for the radius of every stroke */
  thickness?: number;
}

type Span = [left: number, right: number];

/**
 * Draws strokes in their order. The result is 1 where the last stroke adds, -1 where it removes,
 * and 0 where there is no stroke.
 */
export function paintStrokes(strokes: readonly Stroke[], view: View): Plane {
  const { photo, region, size, thickness = 1 } = view;
  const plane = planeOf(size.width, size.height);
  const [across, down] = [size.width / region.width, size.height / region.height];
  const long = Math.max(photo.width, photo.height) * thickness * Math.sqrt(across * down);
  const placeOf = ([x, y]: StrokePoint): StrokePoint => [
    (x * photo.width - region.left) * across,
    (y * photo.height - region.top) * down,
  ];
  for (const { adds, radius, points } of strokes) {
    const line = points.map(placeOf);
    for (const [index, from] of line.entries()) {
      const to = line[index + 1];
      if (to || index === 0) paintLine(plane, [from, to ?? from], radius * long, adds ? 1 : -1);
    }
  }
  return plane;
}

/** Sides of a line that is thinner than a pixel would have gaps. */
const thinnest = 0.75;

function paintLine(
  { width, height, values }: Plane,
  line: readonly [from: StrokePoint, to: StrokePoint],
  wanted: number,
  value: 1 | -1,
): void {
  const radius = Math.max(thinnest, wanted);
  const [[, fromY], [, toY]] = line;
  const first = Math.max(0, Math.floor(Math.min(fromY, toY) - radius));
  const end = Math.min(height, Math.ceil(Math.max(fromY, toY) + radius));
  for (let y = first; y < end; y += 1) {
    const [left, right] = spanAt(line, radius, y + 0.5);
    const start = y * width;
    const mix = (x: number) => {
      const share = Math.min(right, x + 1) - Math.max(left, x);
      const old = values[start + x] ?? 0;
      if (share > 0) values[start + x] = old + Math.min(1, share) * (value - old);
    };
    const from = Math.max(0, Math.ceil(left));
    const to = Math.min(width, Math.floor(right));
    if (from < to) values.fill(value, start + from, start + to);
    if (left > 0 && left < width) mix(Math.floor(left));
    if (right > 0 && right < width) mix(Math.floor(right));
  }
}

/**
 * Returns the part of a row that a line with round ends covers. If nothing is covered, the left end
 * is larger than the right end.
 */
function spanAt(
  [[fromX, fromY], [toX, toY]]: readonly [StrokePoint, StrokePoint],
  radius: number,
  y: number,
): Span {
  const span: Span = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const reach = (x: number) => {
    span[0] = Math.min(span[0], x);
    span[1] = Math.max(span[1], x);
  };
  for (const [x, centre] of [
    [fromX, fromY],
    [toX, toY],
  ] as const) {
    const half = Math.sqrt(radius * radius - (y - centre) ** 2);
    if (half >= 0) for (const end of [x - half, x + half]) reach(end);
  }
  const length = Math.hypot(toX - fromX, toY - fromY);
  if (length === 0) return span;
  const [overX, overY] = [((toY - fromY) / length) * radius, ((fromX - toX) / length) * radius];
  const corners = [
    [fromX + overX, fromY + overY],
    [toX + overX, toY + overY],
    [toX - overX, toY - overY],
    [fromX - overX, fromY - overY],
  ] as const;
  for (const [index, [x, top]] of corners.entries()) {
    const [nextX, low] = corners[(index + 1) % 4] ?? [x, top];
    if (top === low || (y - top) * (y - low) > 0) continue;
    reach(x + ((nextX - x) * (y - top)) / (low - top));
  }
  return span;
}
