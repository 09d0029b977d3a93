import { Tensor } from 'onnxruntime-node';
import type { Core, Picture, PixelTile, TileShape } from './pixel-tile.ts';
import { floats } from './sessions.ts';
import { mirrored } from './tiles.ts';

/** Tile of a network whose input and output are bytes. Rows are copied unchanged. */
export class ByteTile implements PixelTile {
  readonly feeds: Readonly<Record<string, Tensor>>;
  readonly #shape: TileShape;
  readonly #bytes: Uint8Array;

  constructor(shape: TileShape) {
    const { width, height, input } = shape;
    this.#shape = shape;
    this.#bytes = new Uint8Array(width * height * 3);
    this.feeds = { [input]: new Tensor('uint8', this.#bytes, [1, height, width, 3]) };
  }

  fill({ width, height, rgb }: Picture, left: number, top: number): void {
    const tile = this.#shape;
    const from = Math.max(0, left);
    const to = Math.min(width, left + tile.width);
    const columns = mirrored(left, tile.width, width);
    let at = 0;
    for (const row of mirrored(top, tile.height, height)) {
      const start = row * width;
      // Copies the part within the picture at once. Only the few mirrored pixels are copied one by
      // one.
      if (to > from) {
        this.#bytes.set(rgb.subarray((start + from) * 3, (start + to) * 3), at + (from - left) * 3);
      }
      for (let column = 0; column < tile.width; column += 1) {
        if (column === from - left && to > from) column = to - left;
        if (column >= tile.width) break;
        const pixel = (start + (columns[column] ?? 0)) * 3;
        this.#bytes[at + column * 3] = rgb[pixel] ?? 0;
        this.#bytes[at + column * 3 + 1] = rgb[pixel + 1] ?? 0;
        this.#bytes[at + column * 3 + 2] = rgb[pixel + 2] ?? 0;
      }
      at += tile.width * 3;
    }
  }

  copyCore(result: Readonly<Record<string, Tensor>>, core: Core): void {
    const { scale, margin, output, ...tile } = this.#shape;
    const { check } = result;
    if (check && !Number.isFinite(floats(check, 'check')[0])) {
      throw new Error('The network returned values that are not numbers');
    }
    const values = result[output]?.data;
    const width = tile.width * scale;
    const bytes = width * tile.height * scale * 3;
    if (!(values instanceof Uint8Array) || values.length !== bytes) {
      throw new Error(`The network returned ${values?.length ?? 0} bytes instead of ${bytes}`);
    }
    for (let row = 0; row < core.rows; row += 1) {
      const from = ((row + margin * scale) * width + margin * scale) * 3;
      const to = (row * core.stripWidth + core.left) * 3;
      core.strip.set(values.subarray(from, from + core.columns * 3), to);
    }
  }
}
