import type { BrushStroke } from './brush-line.ts';

/** A cover over a part of a picture. */
interface Cover {
  /** corners, as shares of the picture's width and height */
  points: readonly { x: number; y: number }[];
  /** side length of the averaged squares, as a share of the longer side */
  cell: number;
  /** width of the blurred cover's soft edge, as a share of the longer side */
  softness: number;
}

type CoverStyle = 'blur' | 'pixels' | 'solid';

export interface Covering {
  style: CoverStyle;
  covers: readonly Cover[];
  /** strokes that add to the covers or remove from them */
  strokes: readonly BrushStroke[];
}

/** Four bytes per pixel. */
interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

type Place = { x: number; y: number };

/* The constants and steps are those of the server, in server/engine/cover. */
const hardEdge = 1;
const solidLevel = 24;
const leastCell = 0.03;

/** Returns the picture with the covers that the server would draw. */
export function coverPixels(picture: Picture, { style, covers, strokes }: Covering): Picture {
  const { width, height } = picture;
  const long = Math.max(width, height);
  const result = { width, height, data: picture.data.slice() };
  const paint = paintOf(strokes, picture);
  const cover = (area: Area, cell: number, weightAt: (x: number, y: number) => number) => {
    const colourAt = colours(picture, area, { style, cell });
    for (let y = area.top; y < area.top + area.height; y += 1) {
      for (let x = area.left; x < area.left + area.width; x += 1) {
        const at = y * width + x;
        const weight = (paint[at] ?? 0) < 0 ? 0 : weightAt(x, y);
        if (weight === 0) continue;
        for (let channel = 0; channel < 3; channel += 1) {
          const old = result.data[at * 4 + channel] ?? 0;
          result.data[at * 4 + channel] = old + (colourAt(x, y, channel) - old) * weight;
        }
      }
    }
  };
  for (const { points, cell, softness } of covers) {
    const corners = points.map(({ x, y }) => ({ x: x * width, y: y * height }));
    const edge = style === 'blur' ? Math.max(hardEdge, softness * long) : hardEdge;
    cover(areaOf(corners, edge, picture), cell * long, (x, y) =>
      smoothStep(1 - distanceTo(corners, x + 0.5, y + 0.5) / edge),
    );
  }
  const adding = strokes.filter(({ adds }) => adds);
  if (adding.length > 0) {
    const radius = Math.max(...adding.map((stroke) => stroke.radius));
    const places = adding.flatMap(({ points }) =>
      points.map(([x, y]) => ({ x: x * width, y: y * height })),
    );
    cover(
      areaOf(places, radius * long, picture),
      long * Math.max(leastCell, radius),
      (x, y) => paint[y * width + x] ?? 0,
    );
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

/** Returns the distance to a polygon in pixels; 0 inside. */
function distanceTo(corners: readonly Place[], x: number, y: number): number {
  let isInside = false;
  let distance = Number.POSITIVE_INFINITY;
  let from = corners.at(-1) ?? { x: 0, y: 0 };
  for (const to of corners) {
    if (
      from.y > y !== to.y > y &&
      x < ((to.x - from.x) * (y - from.y)) / (to.y - from.y) + from.x
    ) {
      isInside = !isInside;
    }
    distance = Math.min(distance, distanceToLine(from, to, x, y));
    from = to;
  }
  return isInside ? 0 : distance;
}

function distanceToLine(from: Place, to: Place, x: number, y: number): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / length;
  const within = Math.min(1, Math.max(0, share));
  return Math.hypot(x - from.x - within * dx, y - from.y - within * dy);
}

/** Returns 1 for each pixel that the strokes add, -1 for each that they remove. */
function paintOf(strokes: readonly BrushStroke[], picture: Picture): Int8Array {
  const { width, height } = picture;
  const paint = new Int8Array(width * height);
  for (const { adds, radius, points } of strokes) {
    const reach = radius * Math.max(width, height);
    const places = points.map(([x, y]) => ({ x: x * width, y: y * height }));
    for (const [index, to] of places.entries()) {
      const from = places[index - 1] ?? to;
      const { left, top, ...size } = areaOf([from, to], reach, picture);
      for (let y = top; y < top + size.height; y += 1) {
        for (let x = left; x < left + size.width; x += 1) {
          if (distanceToLine(from, to, x + 0.5, y + 0.5) <= reach) {
            paint[y * width + x] = adds ? 1 : -1;
          }
        }
      }
    }
  }
  return paint;
}

/** Averages squares of the area; `blur` interpolates between them. */
function colours(
  { width, data }: Picture,
  area: Area,
  { style, cell }: { style: CoverStyle; cell: number },
): (x: number, y: number, channel: number) => number {
  if (style === 'solid') return () => solidLevel;
  const count = (length: number) => Math.min(length, Math.max(1, Math.round(length / cell)));
  const [columns, rows] = [count(area.width), count(area.height)];
  const columnOf = (x: number) => Math.floor(((x - area.left) * columns) / area.width);
  const rowOf = (y: number) => Math.floor(((y - area.top) * rows) / area.height);
  const sums = new Float64Array(columns * rows * 4);
  for (let y = area.top; y < area.top + area.height; y += 1) {
    for (let x = area.left; x < area.left + area.width; x += 1) {
      const to = (rowOf(y) * columns + columnOf(x)) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        sums[to + channel] = (sums[to + channel] ?? 0) + (data[(y * width + x) * 4 + channel] ?? 0);
      }
      sums[to + 3] = (sums[to + 3] ?? 0) + 1;
    }
  }
  const meanAt = (column: number, row: number, channel: number) => {
    const at = Math.min(rows - 1, Math.max(0, row)) * columns;
    const from = (at + Math.min(columns - 1, Math.max(0, column))) * 4;
    return (sums[from + channel] ?? 0) / (sums[from + 3] ?? 1);
  };
  if (style === 'pixels') return (x, y, channel) => meanAt(columnOf(x), rowOf(y), channel);
  return (x, y, channel) => {
    const across = ((x + 0.5 - area.left) * columns) / area.width - 0.5;
    const down = ((y + 0.5 - area.top) * rows) / area.height - 0.5;
    const [column, row] = [Math.floor(across), Math.floor(down)];
    const mix = (at: number) => {
      const [from, to] = [meanAt(column, at, channel), meanAt(column + 1, at, channel)];
      return from + (to - from) * (across - column);
    };
    return mix(row) + (mix(row + 1) - mix(row)) * (down - row);
  };
}
