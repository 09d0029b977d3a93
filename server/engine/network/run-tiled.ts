import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { ByteTile } from './byte-tile.ts';
import { type Piece, piecesOf } from './flat-areas.ts';
import { FloatTile } from './float-tile.ts';
import type { FloatPixels, Picture, PixelTile } from './pixel-tile.ts';
import type { Sessions } from './sessions.ts';
import { planTiles, squareTiles, type TileGrid } from './tiles.ts';

/** A network whose input and output are pictures. */
export interface NetworkSpec {
  file: string;
  /** side length of the output divided by that of the input */
  scale: number;
  /** `bytes`: the pixel format that models/src/pixels.ts describes */
  pixels: FloatPixels | 'bytes';
  /** input size including margins: any rectangle of at most `area` pixels, or a fixed square */
  tile: { area: number } | { side: number };
  /**
   * width in pixels of the border of a tile; its result is discarded, because the network does not
   * see the pixels beyond the tile
   */
  margin: number;
  /** network of bytes that only interpolates, for flat areas */
  plainFile?: string;
  /** width and height of the input must be divisible by this number */
  multiple?: number;
  /** additional inputs, the same for every tile */
  parameters?: Readonly<Record<string, Tensor>>;
}

interface Run {
  picture: Picture;
  spec: NetworkSpec;
  sessions: Sessions;
  /** first row to compute, where a row of tiles begins; earlier rows count as done */
  firstRow?: number;
  /** awaited with whole rows of the result, from top to bottom; the buffer is reused */
  onRows(rows: Uint8Array): Promise<void>;
  /** awaited after every tile, with the finished share of the work; rejects if the job must stop */
  onTile(fraction: number): Promise<void>;
}

/** Returns the positions of the network's tiles in a picture. */
export function tilesOf(picture: Pick<Picture, 'width' | 'height'>, spec: NetworkSpec): TileGrid {
  return 'area' in spec.tile
    ? planTiles(picture, spec.tile.area, spec.margin)
    : squareTiles(picture, spec.tile.side, spec.margin);
}

/**
 * Runs a network over a picture, tile by tile. Tiles overlap by the margin, and the picture is
 * mirrored beyond its edges. So the result has no seams and hardly depends on the tile size. At
 * most two rows of result tiles are in memory, because one row is written while the next row is
 * computed.
 */
export async function runTiled(run: Run): Promise<void> {
  const { picture, spec, sessions, firstRow = 0, onRows, onTile } = run;
  const { width } = picture;
  const { scale } = spec;
  const grid = tilesOf(picture, spec);
  const strips = grid.tops.map((top) => stripAt(top, picture, spec, grid));
  const costOfAll = (some: Strip[]) =>
    some.flatMap(({ tiles }) => tiles).reduce((sum, tile) => sum + costOf(tile), 0);
  const left = strips.filter(({ top }) => top >= firstRow);
  const all = costOfAll(strips);
  const runner = new TileRunner(spec, sessions, grid);
  const newBytes = () => new Uint8Array(width * scale * grid.height * scale * 3);
  const buffers = [newBytes(), newBytes()] as const;
  let done = all - costOfAll(left);
  let written = Promise.resolve();
  try {
    for (const [index, { top, rows, tiles }] of left.entries()) {
      const strip = index % 2 === 0 ? buffers[0] : buffers[1];
      for (const tile of tiles) {
        await runner.run(picture, { ...tile, top, rows }, strip);
        done += costOf(tile);
        await onTile(done / all);
      }
      await written;
      written = onRows(strip.subarray(0, width * scale * rows * scale * 3));
      // Prevents an unhandled rejection. The next `await written` throws the error.
      written.catch(() => undefined);
    }
  } catch (error) {
    // Waits for the last write before the error is thrown, because the caller then deletes the
    // output.
    await written.catch(() => undefined);
    throw error;
  }
  await written;
}

interface Strip {
  top: number;
  rows: number;
  tiles: Piece[];
}

function stripAt(top: number, picture: Picture, spec: NetworkSpec, grid: TileGrid): Strip {
  const rows = Math.min(grid.height, picture.height - top);
  const whole: Piece = { left: 0, width: picture.width, isFlat: false };
  const pieces = spec.plainFile ? piecesOf(picture, { top, rows, reach: spec.margin }) : [whole];
  return { top, rows, tiles: pieces.flatMap((piece) => cut(piece, grid.width)) };
}

/** Divides a piece into parts of equal width, not wider than a tile. */
function cut({ left, width, isFlat }: Piece, maxWidth: number): Piece[] {
  const count = Math.ceil(width / maxWidth);
  const share = Math.ceil(width / count);
  return Array.from({ length: count }, (_, index) => ({
    left: left + index * share,
    width: Math.min(share, width - index * share),
    isFlat,
  }));
}

/**
 * Returns the work for a piece, in columns of network work. Interpolation is about a hundred times
 * as fast.
 */
function costOf({ width, isFlat }: Piece): number {
  return isFlat ? width / 100 : width;
}

/**
 * Widths are rounded up to multiples of this number, because each new input shape costs the runtime
 * time.
 */
const widthStep = 16;

class TileRunner {
  readonly #spec: NetworkSpec;
  readonly #sessions: Sessions;
  readonly #grid: TileGrid;
  readonly #tiles = new Map<number, PixelTile>();

  constructor(spec: NetworkSpec, sessions: Sessions, grid: TileGrid) {
    this.#spec = spec;
    this.#sessions = sessions;
    this.#grid = grid;
  }

  async run(
    picture: Picture,
    piece: Piece & { top: number; rows: number },
    strip: Uint8Array,
  ): Promise<void> {
    const { scale, margin, file, plainFile = file, parameters = {} } = this.#spec;
    const { left, top, width, rows, isFlat } = piece;
    const session = await this.#sessions.get(isFlat ? plainFile : file);
    const tile = this.#tileFor(session, width);
    tile.fill(picture, left - margin, top - margin);
    const result = await session.run({ ...parameters, ...tile.feeds });
    tile.copyCore(result, {
      strip,
      stripWidth: picture.width * scale,
      left: left * scale,
      columns: width * scale,
      rows: rows * scale,
    });
    for (const output of Object.values(result)) output.dispose();
  }

  /** Returns the buffers for tiles of this width. All networks share these buffers. */
  #tileFor({ inputNames, outputNames }: InferenceSession, core: number): PixelTile {
    const { pixels, scale, margin, multiple = 1 } = this.#spec;
    const [input = ''] = inputNames;
    const [output = ''] = outputNames;
    const sideOf = (side: number) => Math.ceil((side + 2 * margin) / multiple) * multiple;
    const { width: most, height } = this.#grid;
    const isFixed = pixels !== 'bytes';
    const width = isFixed ? most : Math.min(most, Math.ceil(core / widthStep) * widthStep);
    const known = this.#tiles.get(width);
    if (known) return known;
    const shape = { width: sideOf(width), height: sideOf(height), scale, margin, input, output };
    const tile = pixels === 'bytes' ? new ByteTile(shape) : new FloatTile(shape, pixels);
    this.#tiles.set(width, tile);
    return tile;
  }
}
