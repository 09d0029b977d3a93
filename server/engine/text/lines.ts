import type { TextMap } from './text-map.ts';
import { type Point, smallestBox, type TiltedBox } from './tilted-box.ts';

/** A line of text, in pixels of the map. */
export interface Line extends TiltedBox {
  /** mean value of the line's core, 0 to 1 */
  score: number;
}

/*
 * Reads lines from the map as PaddleOCR does for networks of this kind (DB, "differentiable
 * binarization"): connected pixels above a threshold are the core of a line. The core is narrower
 * than the letters, so its rectangle is enlarged.
 */

const coreFrom = 0.3;
const leastScore = 0.6;
/** Cores that are thinner than this number of pixels are noise. */
const leastSide = 3;
/** The rectangle grows by this factor times its area divided by its circumference. */
const growth = 1.5;

export function linesIn(map: TextMap): Line[] {
  return coresIn(map).flatMap(({ outline, score }) => {
    const { width, height, ...place } = smallestBox(outline);
    if (score < leastScore || Math.min(width, height) < leastSide) return [];
    const more = (growth * width * height) / (width + height);
    return [{ ...place, width: width + more, height: height + more, score }];
  });
}

interface Core {
  /** the corners of the first and last pixel of each row */
  outline: Point[];
  score: number;
}

/** Returns the groups of connected pixels above the threshold. */
function coresIn({ width, height, values }: TextMap): Core[] {
  const least = coreFrom * 255;
  const isSeen = new Uint8Array(width * height);
  const cores: Core[] = [];
  const visit = (at: number, open: number[]) => {
    if (isSeen[at] || (values[at] ?? 0) <= least) return;
    isSeen[at] = 1;
    open.push(at);
  };
  for (let start = 0; start < values.length; start += 1) {
    const open: number[] = [];
    visit(start, open);
    if (open.length === 0) continue;
    const rows = new Map<number, { first: number; last: number }>();
    let sum = 0;
    let count = 0;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const x = at % width;
      const y = (at - x) / width;
      const row = rows.get(y);
      rows.set(y, { first: Math.min(row?.first ?? x, x), last: Math.max(row?.last ?? x, x) });
      sum += values[at] ?? 0;
      count += 1;
      if (x > 0) visit(at - 1, open);
      if (x < width - 1) visit(at + 1, open);
      if (y > 0) visit(at - width, open);
      if (y < height - 1) visit(at + width, open);
    }
    cores.push({ outline: cornersIn(rows), score: sum / count / 255 });
  }
  return cores;
}

const cornersIn = (rows: ReadonlyMap<number, { first: number; last: number }>): Point[] =>
  [...rows].flatMap(([y, { first, last }]) =>
    [first, last + 1].flatMap((x) => [
      { x, y },
      { x, y: y + 1 },
    ]),
  );
