import type { Box } from '../faces/look.ts';
import { cornersOf, type Point, positionIn, type TiltedBox } from '../text/tilted-box.ts';

/** The shape that a cover has. */
export interface Outline {
  /** the smallest upright rectangle around the shape, in pixels of the photo */
  box: Box;
  /** distance to the shape in pixels; 0 or less inside */
  distance(x: number, y: number): number;
  /** width of the blurred cover's soft edge, outside the shape */
  softness: number;
  /** side length of the squares that are averaged; it is too large to recognise what is covered */
  cell: number;
}

/** The outline of a finding, which previews draw as a polygon. */
export interface Shape extends Outline {
  /** the corners, in pixels of the photo */
  points: readonly Point[];
}

/** Letters may reach beyond the box found by this share of its height, on each side. */
const textMargin = 0.12;
/**
 * Two lines' heights. One square then averages several letters, so no letter has a value of its
 * own.
 */
const textCell = 2;

export function outlineOfText(line: TiltedBox): Shape {
  const size = Math.min(line.width, line.height);
  const margin = Math.max(1, size * textMargin);
  const width = line.width + 2 * margin;
  const height = line.height + 2 * margin;
  const points = cornersOf({ ...line, width, height });
  return {
    box: around(points),
    points,
    distance(x, y) {
      const at = positionIn(line, x, y);
      const beside = { x: Math.abs(at.x) - width / 2, y: Math.abs(at.y) - height / 2 };
      return Math.hypot(Math.max(0, beside.x), Math.max(0, beside.y));
    },
    softness: size * 0.25,
    cell: size * textCell,
  };
}

export function around(points: readonly Point[]): Box {
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  const right = Math.max(...points.map(({ x }) => x));
  const bottom = Math.max(...points.map(({ y }) => y));
  return { left, top, width: right - left, height: bottom - top };
}
