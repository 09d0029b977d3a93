import type { BrushStroke } from './brush-line.ts';
import { type Area, type CoverStyle, coverColours, type Picture } from './cover-colours.ts';
import { type Line, type Place, type Span, spanWithin, squaredDistance } from './row-spans.ts';

/** A cover over a part of a picture. */
interface Cover {
  /** corners, as shares of the picture's width and height */
  points: readonly { x: number; y: number }[];
  /** side length of the averaged squares, as a share of the longer side */
  cell: number;
  /** width of the blurred cover's soft edge, as a share of the longer side */
  softness: number;
}

export interface Covering {
  style: CoverStyle;
  covers: readonly Cover[];
  /** strokes that add to the covers or remove from them */
  strokes: readonly BrushStroke[];
}

/** The part of a row that a cover reaches, and how strongly it covers each pixel, 0 to 1. */
interface CoverRow extends Span {
  weightAt(x: number): number;
}

/* The constants and steps are those of the server, in server/engine/cover. */
const hardEdge = 1;
const leastCell = 0.03;

/** Returns the picture with the covers that the server would draw. */
export function coverPixels(picture: Picture, { style, covers, strokes }: Covering): Picture {
  const { width, height } = picture;
  const long = Math.max(width, height);
  const result = { width, height, data: picture.data.slice() };
  const paint = paintOf(strokes, picture);
  const cover = (area: Area, cell: number, rowAt: (y: number) => CoverRow) => {
    const coloursAt = coverColours(picture, area, { style, cell });
    for (let y = area.top; y < area.top + area.height; y += 1) {
      const row = rowAt(y);
      const left = Math.max(area.left, Math.floor(row.left));
      const end = Math.min(area.left + area.width, Math.ceil(row.right));
      if (left >= end) continue;
      const colours = coloursAt(y, left, end);
      for (let x = left; x < end; x += 1) {
        const at = y * width + x;
        const weight = (paint[at] ?? 0) < 0 ? 0 : row.weightAt(x);
        if (weight === 0) continue;
        for (let channel = 0; channel < 3; channel += 1) {
          const old = result.data[at * 4 + channel] ?? 0;
          const colour = colours[(x - area.left) * 3 + channel] ?? 0;
          result.data[at * 4 + channel] = old + (colour - old) * weight;
        }
      }
    }
  };
  for (const { points, cell, softness } of covers) {
    const corners = points.map(({ x, y }) => ({ x: x * width, y: y * height }));
    const sides = corners.map((to, index): Line => [corners.at(index - 1) ?? to, to]);
    const edge = style === 'blur' ? Math.max(hardEdge, softness * long) : hardEdge;
    cover(areaOf(corners, edge, picture), cell * long, (y) => polygonRow(sides, edge, y + 0.5));
  }
  const adding = strokes.filter(({ adds }) => adds);
  if (adding.length > 0) {
    const radius = Math.max(...adding.map((stroke) => stroke.radius));
    const places = adding.flatMap(({ points }) =>
      points.map(([x, y]) => ({ x: x * width, y: y * height })),
    );
    cover(areaOf(places, radius * long, picture), long * Math.max(leastCell, radius), (y) => ({
      left: 0,
      right: width,
      weightAt: (x) => paint[y * width + x] ?? 0,
    }));
  }
  return result;
}

function smoothStep(share: number): number {
  const within = Math.min(1, Math.max(0, share));
  return within * within * (3 - 2 * within);
}

/** Returns the part of the picture around some places. */
function areaOf(places: readonly Place[], extra: number, { width, height }: Picture): Area {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const left = within(Math.floor(Math.min(...xs) - extra), width - 1);
  const top = within(Math.floor(Math.min(...ys) - extra), height - 1);
  const right = within(Math.ceil(Math.max(...xs) + extra), width);
  const bottom = within(Math.ceil(Math.max(...ys) + extra), height);
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/**
 * Returns a row of a polygon with a soft edge outside it. The distance is computed only for pixels
 * outside the polygon, and only to the sides that are near the row, because a picture may have many
 * covers.
 */
function polygonRow(sides: readonly Line[], edge: number, y: number): CoverRow {
  const near: Line[] = [];
  const crossings: number[] = [];
  const reach = { left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY };
  for (const side of sides) {
    const span = spanWithin(side, edge, y);
    if (!span) continue;
    near.push(side);
    reach.left = Math.min(reach.left, span.left);
    reach.right = Math.max(reach.right, span.right);
    const [from, to] = side;
    if (from.y > y !== to.y > y) {
      crossings.push(((to.x - from.x) * (y - from.y)) / (to.y - from.y) + from.x);
    }
  }
  const weightAt = (column: number) => {
    const x = column + 0.5;
    let isInside = false;
    for (const crossing of crossings) if (x < crossing) isInside = !isInside;
    if (isInside) return 1;
    let squared = Number.POSITIVE_INFINITY;
    for (const side of near) squared = Math.min(squared, squaredDistance(side, x, y));
    return smoothStep(1 - Math.sqrt(squared) / edge);
  };
  return { ...reach, weightAt };
}

/** Returns 1 for each pixel that the strokes add, -1 for each that they remove. */
function paintOf(strokes: readonly BrushStroke[], picture: Picture): Int8Array {
  const { width, height } = picture;
  const paint = new Int8Array(width * height);
  const within = (column: number) => Math.min(width, Math.max(0, column));
  for (const { adds, radius, points } of strokes) {
    const reach = radius * Math.max(width, height);
    const places = points.map(([x, y]) => ({ x: x * width, y: y * height }));
    for (const [index, to] of places.entries()) {
      const line: Line = [places[index - 1] ?? to, to];
      const { top, ...area } = areaOf(line, reach, picture);
      for (let y = top; y < top + area.height; y += 1) {
        const span = spanWithin(line, reach, y + 0.5);
        if (!span) continue;
        // a pixel is painted if its centre is within reach
        const left = within(Math.ceil(span.left - 0.5));
        const end = within(Math.floor(span.right + 0.5));
        paint.fill(adds ? 1 : -1, y * width + left, y * width + end);
      }
    }
  }
  return paint;
}
