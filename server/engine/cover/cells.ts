import sharp from 'sharp';
import type { Region } from '../image/outputs.ts';
import type { Photo } from '../image/photo.ts';

/** The averaged squares of a region: RGB values in rows. */
export interface Cells {
  columns: number;
  rows: number;
  values: Uint8Array;
}

/** Averages the squares of a region, each about `cell` pixels wide and high. */
export async function averageCells(
  { width, height, rgb }: Photo,
  region: Region,
  cell: number,
): Promise<Cells> {
  const columns = Math.max(1, Math.round(region.width / cell));
  const rows = Math.max(1, Math.round(region.height / cell));
  const values = await sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .extract(region)
    .resize(columns, rows, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  return { columns, rows, values };
}

type Taps = { index: number; weight: number }[];

/**
 * Returns the cells that determine the colour at a position, with their weights. `share` is the
 * position from 0 to 1 along `count` cells.
 */
type Blend = (share: number, count: number) => Taps;

/** One cell without a blend: squares of one colour each. */
export const nearest: Blend = (share, count) => [
  { index: Math.min(count - 1, Math.floor(share * count)), weight: 1 },
];

/** Blends four cells by a Catmull-Rom curve. */
export const smooth: Blend = (share, count) => {
  const at = share * count - 0.5;
  const first = Math.floor(at);
  const t = at - first;
  const weights = [
    ((2 - t) * t - 1) * t,
    (3 * t - 5) * t * t + 2,
    ((4 - 3 * t) * t + 1) * t,
    (t - 1) * t * t,
  ];
  return weights.map((weight, step) => ({
    index: Math.min(count - 1, Math.max(0, first - 1 + step)),
    weight: weight / 2,
  }));
};

/**
 * Returns a function that computes one row of the region, RGB, by its position in the region. Only
 * this row is in memory, because a tilted line of text has a region that is much larger than the
 * line.
 */
export function rowsOf({ columns, rows, values }: Cells, size: Region, blend: Blend) {
  const across = Array.from({ length: size.width }, (_, x) =>
    blend((x + 0.5) / size.width, columns),
  );
  const line = new Float32Array(columns * 3);
  return (y: number): Uint8ClampedArray => {
    line.fill(0);
    for (const { index, weight } of blend((y + 0.5) / size.height, rows)) {
      for (let at = 0; at < line.length; at += 1) {
        line[at] = (line[at] ?? 0) + weight * (values[index * line.length + at] ?? 0);
      }
    }
    const row = new Uint8ClampedArray(size.width * 3);
    for (const [x, taps] of across.entries()) {
      for (let colour = 0; colour < 3; colour += 1) {
        let sum = 0;
        for (const { index, weight } of taps) sum += weight * (line[index * 3 + colour] ?? 0);
        row[x * 3 + colour] = sum;
      }
    }
    return row;
  };
}
