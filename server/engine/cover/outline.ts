import type { Box } from '../faces/look.ts';
import { cornersOf, positionIn, type TiltedBox } from '../text/tilted-box.ts';

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

/** Letters may reach beyond the box found by this share of its height, on each side. */
const textMargin = 0.12;
/**
 * Two lines' heights. One square then averages several letters, so no letter has a value of its
 * own.
 */
const textCell = 2;

export function outlineOfText(line: TiltedBox): Outline {
  const size = Math.min(line.width, line.height);
  const margin = Math.max(1, size * textMargin);
  const width = line.width + 2 * margin;
  const height = line.height + 2 * margin;
  return {
    box: around(cornersOf({ ...line, width, height })),
    distance(x, y) {
      const at = positionIn(line, x, y);
      const beside = { x: Math.abs(at.x) - width / 2, y: Math.abs(at.y) - height / 2 };
      return Math.hypot(Math.max(0, beside.x), Math.max(0, beside.y));
    },
    softness: size * 0.25,
    cell: size * textCell,
  };
}

export function around(points: readonly { x: number; y: number }[]): Box {
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  const right = Math.max(...points.map(({ x }) => x));
  const bottom = Math.max(...points.map(({ y }) => y));
  return { left, top, width: right - left, height: bottom - top };
}
