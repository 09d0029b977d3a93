import { Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import type { Photo } from '../image/photo.ts';
import { floats, type Sessions } from '../network/sessions.ts';

/** A rectangle in pixels of the photo; may extend beyond its edges. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Candidate extends Box {
  /** certainty of the detector, 0 to 1 */
  score: number;
}

export interface Square {
  left: number;
  top: number;
  side: number;
}

/** A picture to search; its colours are sRGB or close to it. */
export type Searched = Pick<Photo, 'width' | 'height' | 'rgb'>;

export interface Detector {
  sessions: Sessions;
  file: string;
}

const inputSide = 512;

/**
 * Runs the detector on one square of the photo and returns the faces. Areas outside the photo are
 * black. Overlapping boxes of one face are not merged.
 */
export async function detectIn(
  photo: Searched,
  square: Square,
  { sessions, file }: Detector,
  minScore: number,
): Promise<Candidate[]> {
  const session = await sessions.get(file);
  const input = new Tensor('float32', await readSquare(photo, square), [
    1,
    3,
    inputSide,
    inputSide,
  ]);
  const output = await session.run({ input });
  const scores = floats(output.scores, 'scores');
  const edges = floats(output.boxes, 'boxes');
  const found: Candidate[] = [];
  for (const [anchor, score] of scores.entries()) {
    if (score < minScore) continue;
    const [top = 0, left = 0, bottom = 0, right = 0] = edges.subarray(anchor * 4, anchor * 4 + 4);
    found.push({
      left: square.left + left * square.side,
      top: square.top + top * square.side,
      width: (right - left) * square.side,
      height: (bottom - top) * square.side,
      score,
    });
  }
  return found;
}

async function readSquare(
  { width, height, rgb }: Searched,
  { left, top, side }: Square,
): Promise<Float32Array> {
  const values = new Float32Array(3 * inputSide * inputSide).fill(-1);
  const x = clamp(Math.round(left), 0, width - 1);
  const y = clamp(Math.round(top), 0, height - 1);
  const visible = {
    left: x,
    top: y,
    width: clamp(Math.round(left + side) - x, 1, width - x),
    height: clamp(Math.round(top + side) - y, 1, height - y),
  };
  const factor = inputSide / side;
  const columns = clamp(Math.round(visible.width * factor), 1, inputSide);
  const rows = clamp(Math.round(visible.height * factor), 1, inputSide);
  const pixels = await sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .extract(visible)
    .resize(columns, rows, { fit: 'fill' })
    .raw()
    .toBuffer();
  const right = clamp(Math.round((x - left) * factor), 0, inputSide - columns);
  const down = clamp(Math.round((y - top) * factor), 0, inputSide - rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const from = (row * columns + column) * 3;
      const to = (row + down) * inputSide + column + right;
      for (let colour = 0; colour < 3; colour += 1) {
        const plane = colour * inputSide * inputSide;
        values[plane + to] = (pixels[from + colour] ?? 0) / 127.5 - 1;
      }
    }
  }
  return values;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
