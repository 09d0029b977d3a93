import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { ByteTile } from './byte-tile.ts';
import { type Piece, piecesOf } from './flat-areas.ts';
import { FloatTile } from './float-tile.ts';
import type { FloatPixels, Picture, PixelTile } from './pixel-tile.ts';
import type { Sessions } from './sessions.ts';
import { planTiles, squareTiles, type TileGrid } from './tiles.ts';

/** Input and output format of an image-to-image network. */
export interface NetworkSpec {
  file: string;
  /** output side length divided by input side length */
  scale: number;
  /** `bytes`: as built by models/src/pixels.ts */
  pixels: FloatPixels | 'bytes';
  /** input of one run, margins included: any rectangle of that many pixels, or this square */
  tile: { area: number } | { side: number };
  /** width of a tile's edge whose result is discarded, because it lacks surroundings */
  margin: number;
  /** interpolation as a network of bytes, for areas without detail */
  plainFile?: string;
  /** the sides must be divisible by this number */
  multiple?: number;
  /** further inputs, the same for every tile */
  parameters?: Readonly<Record<string, Tensor>>;
}

interface Run {
  picture: Picture;
  spec: NetworkSpec;
  sessions: Sessions;
  /** row of the picture where a row of tiles begins; earlier rows are skipped and count as done */
  firstRow?: number;
  /** called with whole rows of the result, from top to bottom; the buffer is reused */
  onRows(rows: Uint8Array): Promise<void>;
  /** called after every tile with the finished share, and awaited; rejects to stop */
  onTile(fraction: number): Promise<void>;
}

/** Positions of the network's tiles in a picture. */
export function tilesOf(picture: Pick<Picture, 'width' | 'height'>, spec: NetworkSpec): TileGrid {
  return 'area' in spec.tile
    ? planTiles(picture, spec.tile.area, spec.margin)
    : squareTiles(picture, spec.tile.side, spec.margin);
}

/**
 * Runs a network over a picture tile by tile. Tiles overlap by the margin, and the picture is
 * mirrored beyond its edges, so the result has no seams and hardly depends on the tile size. At
 * most two rows of result tiles are in memory: one is written while the next is computed.
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
      // The next awaiter gets the failure; until then it must not count as unhandled.
      written.catch(() => undefined);
    }
  } catch (error) {
    // The caller deletes the output of a stopped run.
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

/** Equal parts of a piece, not wider than a tile. */
function cut({ left, width, isFlat }: Piece, maxWidth: number): Piece[] {
  const count = Math.ceil(width / maxWidth);
  const share = Math.ceil(width / count);
  return Array.from({ length: count }, (_, index) => ({
    left: left + index * share,
    width: Math.min(share, width - index * share),
    isFlat,
  }));
}

/** Cost in columns of network work; interpolation is about a hundred times as fast. */
function costOf({ width, isFlat }: Piece): number {
  return isFlat ? width / 100 : width;
}

/** Tile widths are multiples of this, so that the runtime gets few different shapes. */
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

  /** Tiles of the same shape share buffers, for all networks. */
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
