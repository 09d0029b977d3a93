import { Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import type { Photo } from '../image/photo.ts';
import { floats } from '../network/sessions.ts';
import type { Point } from '../text/tilted-box.ts';
import type { Box, Detector } from './look.ts';

/** Side length of the network's input. */
const inputSide = 112;
const pointCount = 68;
/** The part of the photo that is read around a face, as a multiple of the face. */
const surroundings = 2.6;

/** Side length of the smallest face whose landmarks are reliable, in pixels. */
const leastSide = 24;
/**
 * Mean distance between the landmarks of a view and the landmarks returned, as a share of the face.
 * Most correct landmarks differ by 0.03 or less, most wrong ones by 0.05 or more.
 */
const largestSpread = 0.04;

/** Views of a face, relative to the detector's box. Correct landmarks are the same in all views. */
const views = [
  { factor: 1, right: 0, down: 0 },
  { factor: 1.15, right: 0.1, down: 0 },
  { factor: 1.15, right: -0.1, down: 0 },
  { factor: 1.15, right: 0, down: -0.1 },
  { factor: 1.3, right: 0, down: 0.05 },
];

/** A square of the photo, turned clockwise by `angle` radians. */
interface View {
  centre: Point;
  side: number;
  angle: number;
}

/**
 * Finds 68 landmarks of a face, in pixels of the photo. Returns null if they are uncertain: the face
 * is small, hidden in part or turned far, so the views show different landmarks.
 */
export async function landmarksOf(
  photo: Photo,
  face: Box,
  network: Detector,
): Promise<Point[] | null> {
  if (Math.min(face.width, face.height) < leastSide) return null;
  const size = Math.max(face.width, face.height);
  const centre = { x: face.left + face.width / 2, y: face.top + face.height / 2 };
  const part = await readAround(photo, centre, size);
  const [first = []] = await look(part, [{ centre, side: size, angle: 0 }], network);
  const angle = tiltOf(first);
  const found = await look(
    part,
    views.map(({ factor, right, down }) => ({
      centre: { x: centre.x + right * size, y: centre.y + down * size },
      side: size * factor,
      angle,
    })),
    network,
  );
  const points = first.map((_, index) => ({
    x: mean(found.map((one) => one[index]?.x ?? 0)),
    y: mean(found.map((one) => one[index]?.y ?? 0)),
  }));
  const distances = found.map((one) =>
    mean(one.map((point, index) => distance(point, points[index]))),
  );
  return Math.max(...distances) <= largestSpread * size ? points : null;
}

/** Jaw from ear to ear, with the chin in the middle. */
export const jawOf = (landmarks: readonly Point[]) => landmarks.slice(0, 17);
export const browsOf = (landmarks: readonly Point[]) => landmarks.slice(17, 27);
/** Ridge of the nose. */
export const noseOf = (landmarks: readonly Point[]) => landmarks.slice(27, 31);

const distance = (from: Point, to: Point = from) => Math.hypot(from.x - to.x, from.y - to.y);

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the angle of the line through the eyes, in radians, clockwise. */
export function tiltOf(points: readonly Point[]): number {
  const eye = (from: number) => {
    const corners = points.slice(from, from + 6);
    return { x: mean(corners.map(({ x }) => x)), y: mean(corners.map(({ y }) => y)) };
  };
  const [right, left] = [eye(36), eye(42)];
  return Math.atan2(left.y - right.y, left.x - right.x);
}

/** The surroundings of a face, in about the network's resolution. */
interface Part {
  left: number;
  top: number;
  /** pixels of this part per pixel of the photo */
  factor: number;
  width: number;
  height: number;
  rgb: Uint8Array;
}

async function readAround(
  { width, height, rgb }: Photo,
  { x, y }: Point,
  size: number,
): Promise<Part> {
  const half = (size * surroundings) / 2;
  const within = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)));
  const left = within(x - half, width - 1);
  const top = within(y - half, height - 1);
  const right = Math.max(left + 1, within(x + half, width));
  const bottom = Math.max(top + 1, within(y + half, height));
  const factor = inputSide / size;
  const columns = Math.max(1, Math.round((right - left) * factor));
  const rows = Math.max(1, Math.round((bottom - top) * factor));
  const pixels = await sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .extract({ left, top, width: right - left, height: bottom - top })
    .resize(columns, rows, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { left, top, factor, width: columns, height: rows, rgb: pixels };
}

/** Runs the network on views of the part; returns the points of each view, in pixels of the photo. */
async function look(
  part: Part,
  squares: readonly View[],
  { sessions, file }: Detector,
): Promise<Point[][]> {
  const session = await sessions.get(file);
  const values = new Float32Array(squares.length * 3 * inputSide * inputSide);
  for (const [index, view] of squares.entries()) fill(values, index, part, view);
  const faces = new Tensor('float32', values, [squares.length, 3, inputSide, inputSide]);
  const found = floats((await session.run({ faces })).landmarks, 'landmarks');
  return squares.map((view, index) =>
    Array.from({ length: pointCount }, (_, at) => {
      const from = (index * pointCount + at) * 2;
      return inPhoto(view, found[from] ?? 0, found[from + 1] ?? 0);
    }),
  );
}

/** Converts a position in a view, as shares of its side, to pixels of the photo. */
function inPhoto({ centre, side, angle }: View, across: number, down: number): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [(across - 0.5) * side, (down - 0.5) * side];
  return { x: centre.x + x * cos - y * sin, y: centre.y + x * sin + y * cos };
}

function fill(values: Float32Array, index: number, part: Part, view: View): void {
  const plane = inputSide * inputSide;
  for (let row = 0; row < inputSide; row += 1) {
    for (let column = 0; column < inputSide; column += 1) {
      const { x, y } = inPhoto(view, (column + 0.5) / inputSide, (row + 0.5) / inputSide);
      const at = { x: (x - part.left) * part.factor - 0.5, y: (y - part.top) * part.factor - 0.5 };
      for (let colour = 0; colour < 3; colour += 1) {
        const to = (index * 3 + colour) * plane + row * inputSide + column;
        values[to] = levelAt(part, at, colour);
      }
    }
  }
}

/** Interpolates between the four nearest pixels. Areas outside the part are black. */
function levelAt({ width, height, rgb }: Part, { x, y }: Point, colour: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const pixel = (column: number, row: number) =>
    column < 0 || row < 0 || column >= width || row >= height
      ? 0
      : (rgb[(row * width + column) * 3 + colour] ?? 0);
  const [right, down] = [x - left, y - top];
  const upper = pixel(left, top) * (1 - right) + pixel(left + 1, top) * right;
  const lower = pixel(left, top + 1) * (1 - right) + pixel(left + 1, top + 1) * right;
  return upper * (1 - down) + lower * down;
}
