import type { SinkShape } from './tiff-sink.ts';

type Size = Pick<SinkShape, 'width' | 'height' | 'channels'>;

/**
 * A small copy of a picture whose rows arrive from top to bottom, a few at a time. Each small pixel
 * is the mean of the pixels that it covers. A small row is final when all of its pixels have
 * arrived.
 */
export class ShrunkRows {
  readonly width: number;
  readonly height: number;
  /** colour and opacity; pixels of missing rows are transparent */
  readonly rgba: Uint8Array;
  readonly #of: Size;
  /** column in the small copy for each column of the picture */
  readonly #columns: Uint16Array;
  readonly #sums: Float64Array;
  readonly #counts: Uint32Array;
  #row = 0;

  /** @param side longest side of the copy; a smaller picture keeps its size */
  constructor(of: Size, side: number) {
    const factor = Math.min(1, side / Math.max(of.width, of.height));
    this.width = Math.max(1, Math.round(of.width * factor));
    this.height = Math.max(1, Math.round(of.height * factor));
    this.rgba = new Uint8Array(this.width * this.height * 4);
    this.#of = of;
    this.#columns = Uint16Array.from({ length: of.width }, (_, column) =>
      Math.floor((column * this.width) / of.width),
    );
    this.#sums = new Float64Array(this.width * 4);
    this.#counts = new Uint32Array(this.width);
  }

  /** Share of the height that is final, 0 to 1. */
  get share(): number {
    return this.#smallRow(this.#row) / this.height;
  }

  add(rows: Uint8Array): void {
    const bytes = this.#of.width * this.#of.channels;
    for (let from = 0; from < rows.length; from += bytes) {
      this.#addRow(rows, from);
      const row = this.#smallRow(this.#row);
      this.#row += 1;
      if (this.#smallRow(this.#row) > row) this.#finishRow(row);
    }
  }

  #smallRow(row: number): number {
    return Math.floor((row * this.height) / this.#of.height);
  }

  /** Weights colours by opacity, because the colour of transparent pixels is arbitrary. */
  #addRow(rows: Uint8Array, start: number): void {
    const { width, channels } = this.#of;
    let from = start;
    for (let column = 0; column < width; column += 1) {
      const small = this.#columns[column] ?? 0;
      const opacity = channels === 4 ? (rows[from + 3] ?? 0) : 255;
      const to = small * 4;
      this.#sums[to] = (this.#sums[to] ?? 0) + (rows[from] ?? 0) * opacity;
      this.#sums[to + 1] = (this.#sums[to + 1] ?? 0) + (rows[from + 1] ?? 0) * opacity;
      this.#sums[to + 2] = (this.#sums[to + 2] ?? 0) + (rows[from + 2] ?? 0) * opacity;
      this.#sums[to + 3] = (this.#sums[to + 3] ?? 0) + opacity;
      this.#counts[small] = (this.#counts[small] ?? 0) + 1;
      from += channels;
    }
  }

  #finishRow(row: number): void {
    for (let column = 0; column < this.width; column += 1) {
      const from = column * 4;
      const to = (row * this.width + column) * 4;
      const opacity = this.#sums[from + 3] ?? 0;
      if (opacity === 0) continue;
      for (let colour = 0; colour < 3; colour += 1) {
        this.rgba[to + colour] = Math.round((this.#sums[from + colour] ?? 0) / opacity);
      }
      this.rgba[to + 3] = Math.round(opacity / (this.#counts[column] ?? 1));
    }
    this.#sums.fill(0);
    this.#counts.fill(0);
  }
}
