import { Tensor } from 'onnxruntime-node';
import type { Core, FloatPixels, Picture, PixelTile, TileShape } from './pixel-tile.ts';
import { floats } from './sessions.ts';
import { mirrored } from './tiles.ts';

/** Tile of a float network, with any value range and channel order. */
export class FloatTile implements PixelTile {
  readonly feeds: Readonly<Record<string, Tensor>>;
  readonly #shape: TileShape;
  readonly #pixels: FloatPixels;
  readonly #input: Float32Array;

  constructor(shape: TileShape, pixels: FloatPixels) {
    const { width, height, input } = shape;
    this.#shape = shape;
    this.#pixels = pixels;
    this.#input = new Float32Array(width * height * 3);
    const dims = pixels.layout === 'NCHW' ? [1, 3, height, width] : [1, height, width, 3];
    this.feeds = { [input]: new Tensor('float32', this.#input, dims) };
  }

  fill({ width, height, rgb }: Picture, left: number, top: number): void {
    const tile = this.#shape;
    const [black, white] = this.#pixels.range;
    const factor = (white - black) / 255;
    const { pixelStep, colourStep } = this.#steps(tile.width * tile.height);
    const columns = mirrored(left, tile.width, width);
    const rows = mirrored(top, tile.height, height);
    let to = 0;
    for (const row of rows) {
      for (const column of columns) {
        const from = (row * width + column) * 3;
        this.#input[to] = (rgb[from] ?? 0) * factor + black;
        this.#input[to + colourStep] = (rgb[from + 1] ?? 0) * factor + black;
        this.#input[to + 2 * colourStep] = (rgb[from + 2] ?? 0) * factor + black;
        to += pixelStep;
      }
    }
  }

  copyCore(result: Readonly<Record<string, Tensor>>, core: Core): void {
    const { strip, stripWidth, left, columns, rows } = core;
    const { scale, margin, output, ...tile } = this.#shape;
    const values = floats(result[output], output);
    const width = tile.width * scale;
    const pixels = width * tile.height * scale;
    if (values.length !== pixels * 3) {
      throw new Error(`The network returned ${values.length} values instead of ${pixels * 3}`);
    }
    // NaN would become black, so a black photo would be returned as a successful result.
    let sum = 0;
    for (let index = 0; index < values.length; index += 1) sum += values[index] ?? 0;
    if (!Number.isFinite(sum)) {
      throw new Error('The network returned values that are not numbers');
    }
    const [black, white] = this.#pixels.outputRange ?? this.#pixels.range;
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
    return this.#pixels.layout === 'NCHW'
      ? { pixelStep: 1, colourStep: pixels }
      : { pixelStep: 3, colourStep: 1 };
  }
}

/** Converts to a byte by truncation. The caller has added one half for rounding. */
function byte(value: number): number {
  if (value <= 0) return 0;
  return value >= 255 ? 255 : value | 0;
}
