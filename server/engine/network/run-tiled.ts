import { Tensor } from 'onnxruntime-node';
import { floats, type Sessions } from './sessions.ts';
import { mirrored, planTiles, squareTiles, type TileGrid } from './tiles.ts';

/** How an image-to-image network wants its picture and gives it back. */
export interface NetworkSpec {
  file: string;
  /** output side length divided by input side length */
  scale: number;
  layout: 'NCHW' | 'NHWC';
  /** the values of black and white */
  range: readonly [black: number, white: number];
  /** what one run sees, margins included: any rectangle of so many pixels, or this square */
  tile: { area: number } | { side: number };
  /** pixels on each side of a tile whose result is thrown away, because it lacks surroundings */
  margin: number;
  /** the network needs sides that this number divides */
  multiple?: number;
  /** further inputs, the same for every tile */
  parameters?: Readonly<Record<string, Tensor>>;
}

interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
}

interface Run {
  picture: Picture;
  spec: NetworkSpec;
  sessions: Sessions;
  /** of the picture, where a row of tiles begins: those before it are skipped and count as done */
  firstRow?: number;
  /** called with whole rows of the result, from top to bottom; the buffer is used again */
  onRows(rows: Uint8Array): Promise<void>;
  /** called after every tile with the share done, and waited for; rejects to stop */
  onTile(fraction: number): Promise<void>;
}

/** How a network's tiles cover a picture. */
export function tilesOf(picture: Pick<Picture, 'width' | 'height'>, spec: NetworkSpec): TileGrid {
  return 'area' in spec.tile
    ? planTiles(picture, spec.tile.area, spec.margin)
    : squareTiles(picture, spec.tile.side, spec.margin);
}

/**
 * Runs a network over a picture tile by tile. Tiles overlap by the margin and see the mirrored
 * picture beyond its edges, so the result has no seams and does not depend on the tile size. At most
 * one row of result tiles is in memory.
 */
export async function runTiled(run: Run): Promise<void> {
  const { picture, spec, sessions, firstRow = 0, onRows, onTile } = run;
  const session = await sessions.get(spec.file);
  const [inputName = ''] = session.inputNames;
  const [outputName = ''] = session.outputNames;
  const { width, height } = picture;
  const { scale, margin, multiple = 1, parameters = {} } = spec;
  const grid = tilesOf(picture, spec);
  const sideOf = (core: number) => Math.ceil((core + 2 * margin) / multiple) * multiple;
  const tile = new TileBuffers(spec, sideOf(grid.width), sideOf(grid.height));
  const strip = new Uint8Array(width * scale * grid.height * scale * 3);
  const tiles = grid.lefts.length * grid.tops.length;
  const tops = grid.tops.filter((top) => top >= firstRow);
  let done = tiles - tops.length * grid.lefts.length;
  for (const top of tops) {
    const rows = Math.min(grid.height, height - top);
    for (const left of grid.lefts) {
      tile.fill(picture, left - margin, top - margin);
      const input = new Tensor('float32', tile.input, tile.dims);
      const result = await session.run({ ...parameters, [inputName]: input });
      const output = result[outputName];
      tile.copyCore(floats(output, outputName), {
        strip,
        stripWidth: width * scale,
        left: left * scale,
        columns: Math.min(grid.width, width - left) * scale,
        rows: rows * scale,
      });
      output?.dispose();
      done += 1;
      await onTile(done / tiles);
    }
    await onRows(strip.subarray(0, width * scale * rows * scale * 3));
  }
}

interface Core {
  strip: Uint8Array;
  stripWidth: number;
  left: number;
  columns: number;
  rows: number;
}

class TileBuffers {
  readonly input: Float32Array;
  readonly dims: number[];
  readonly #spec: NetworkSpec;
  readonly #width: number;
  readonly #height: number;

  constructor(spec: NetworkSpec, width: number, height: number) {
    this.#spec = spec;
    this.#width = width;
    this.#height = height;
    this.input = new Float32Array(width * height * 3);
    this.dims = spec.layout === 'NCHW' ? [1, 3, height, width] : [1, height, width, 3];
  }

  fill({ width, height, rgb }: Picture, left: number, top: number): void {
    const [black, white] = this.#spec.range;
    const factor = (white - black) / 255;
    const { pixelStep, colourStep } = this.#steps(this.#width * this.#height);
    const columns = mirrored(left, this.#width, width);
    const rows = mirrored(top, this.#height, height);
    let to = 0;
    for (const row of rows) {
      for (const column of columns) {
        const from = (row * width + column) * 3;
        this.input[to] = (rgb[from] ?? 0) * factor + black;
        this.input[to + colourStep] = (rgb[from + 1] ?? 0) * factor + black;
        this.input[to + 2 * colourStep] = (rgb[from + 2] ?? 0) * factor + black;
        to += pixelStep;
      }
    }
  }

  copyCore(values: Float32Array, { strip, stripWidth, left, columns, rows }: Core): void {
    const { scale, margin } = this.#spec;
    const width = this.#width * scale;
    const pixels = width * this.#height * scale;
    if (values.length !== pixels * 3) {
      throw new Error(`The network gave ${values.length} values instead of ${pixels * 3}`);
    }
    // A pixel that is no number would become black, and a whole photo of them would count as done.
    let sum = 0;
    for (let index = 0; index < values.length; index += 1) sum += values[index] ?? 0;
    if (!Number.isFinite(sum)) {
      throw new Error('The network gave values that are no numbers');
    }
    const [black, white] = this.#spec.range;
    const factor = 255 / (white - black);
    const offset = 0.5 - black * factor;
    const { pixelStep, colourStep } = this.#steps(pixels);
    for (let row = 0; row < rows; row += 1) {
      let from = ((row + margin * scale) * width + margin * scale) * pixelStep;
      let to = (row * stripWidth + left) * 3;
      for (let column = 0; column < columns; column += 1) {
        strip[to] = byte((values[from] ?? 0) * factor + offset);
        strip[to + 1] = byte((values[from + colourStep] ?? 0) * factor + offset);
        strip[to + 2] = byte((values[from + 2 * colourStep] ?? 0) * factor + offset);
        from += pixelStep;
        to += 3;
      }
    }
  }

  #steps(pixels: number): { pixelStep: number; colourStep: number } {
    return this.#spec.layout === 'NCHW'
      ? { pixelStep: 1, colourStep: pixels }
      : { pixelStep: 3, colourStep: 1 };
  }
}

/** Cuts off the fraction; the caller has added one half. */
function byte(value: number): number {
  if (value <= 0) return 0;
  return value >= 255 ? 255 : value | 0;
}
