import { Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import type { Photo } from '../image/photo.ts';
import { floats, type Sessions } from '../network/sessions.ts';

export interface TextNetwork {
  sessions: Sessions;
  file: string;
}

/** For each pixel of a scaled photo, how likely it belongs to the core of a line of text. */
export interface TextMap {
  width: number;
  height: number;
  /** 0 to 255 */
  values: Uint8Array;
}

/** Side length of one run of the network, in pixels of the scaled photo. */
const tileSide = 1280;
/** Neighbouring tiles overlap, because the network recognises letters by their surroundings. */
const overlap = 160;
/** The network halves the picture five times. */
const multiple = 32;

/** The colours with which the network was trained: blue, green and red from 0 to 1. */
const mean = [0.485, 0.456, 0.406];
const deviation = [0.229, 0.224, 0.225];

interface Tile {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Runs the network on the whole photo, scaled to the given size, in overlapping tiles. */
export async function textMapOf(
  photo: Photo,
  { width, height }: { width: number; height: number },
  network: TextNetwork,
  onTile: (fraction: number) => Promise<void>,
): Promise<TextMap> {
  const pixels = await scaled(photo, width, height);
  const map = { width, height, values: new Uint8Array(width * height) };
  const tiles = startsOf(height).flatMap((top) =>
    startsOf(width).map((left) => ({
      left,
      top,
      width: Math.min(tileSide, width - left),
      height: Math.min(tileSide, height - top),
    })),
  );
  for (const [index, tile] of tiles.entries()) {
    await look(pixels, map, tile, network);
    await onTile((index + 1) / tiles.length);
  }
  return map;
}

async function scaled(photo: Photo, width: number, height: number): Promise<Uint8Array> {
  if (photo.width === width && photo.height === height) return photo.rgb;
  const raw = { width: photo.width, height: photo.height, channels: 3 } as const;
  return await sharp(photo.rgb, { raw, limitInputPixels: false })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
}

function startsOf(length: number): number[] {
  const last = Math.max(0, length - tileSide);
  const count = Math.ceil(last / (tileSide - overlap)) + 1;
  return Array.from({ length: count }, (_, index) =>
    count === 1 ? 0 : Math.round((last * index) / (count - 1)),
  );
}

/** Runs the network on one tile. Where tiles overlap, the higher value counts. */
async function look(pixels: Uint8Array, map: TextMap, tile: Tile, network: TextNetwork) {
  const across = Math.ceil(tile.width / multiple) * multiple;
  const down = Math.ceil(tile.height / multiple) * multiple;
  const session = await network.sessions.get(network.file);
  const x = new Tensor('float32', inputOf(pixels, map.width, tile, { across, down }), [
    ...[1, 3, down, across],
  ]);
  const [output = ''] = session.outputNames;
  const found = floats((await session.run({ x }))[output], output);
  for (let row = 0; row < tile.height; row += 1) {
    const to = (tile.top + row) * map.width + tile.left;
    for (let column = 0; column < tile.width; column += 1) {
      const value = Math.round((found[row * across + column] ?? 0) * 255);
      if (value > (map.values[to + column] ?? 0)) map.values[to + column] = value;
    }
  }
}

/** Returns the tile as the network's input. The rest of the input repeats the tile's last pixels. */
function inputOf(
  pixels: Uint8Array,
  width: number,
  tile: Tile,
  { across, down }: { across: number; down: number },
): Float32Array {
  const values = new Float32Array(3 * across * down);
  for (let row = 0; row < down; row += 1) {
    const y = tile.top + Math.min(row, tile.height - 1);
    for (let column = 0; column < across; column += 1) {
      const x = tile.left + Math.min(column, tile.width - 1);
      const from = (y * width + x) * 3;
      const to = row * across + column;
      for (let plane = 0; plane < 3; plane += 1) {
        const level = (pixels[from + 2 - plane] ?? 0) / 255;
        values[plane * across * down + to] = (level - (mean[plane] ?? 0)) / (deviation[plane] ?? 1);
      }
    }
  }
  return values;
}
