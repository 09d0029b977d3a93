import { type Plane, planeOf } from './plane.ts';

/** For each pixel of a line, the two pixels of another line between which it lies. */
interface Positions {
  from: Int32Array;
  to: Int32Array;
  /** weight of the pixel `to` */
  share: Float32Array;
}

/** Position in a small picture that corresponds to one pixel of a larger picture. */
export class Place {
  readonly #width: number;
  readonly #columns: Positions;
  readonly #rows: Positions;
  #topLeft = 0;
  #topRight = 0;
  #lowLeft = 0;
  #lowRight = 0;
  #across = 0;
  #down = 0;

  constructor(small: Size, large: Size) {
    this.#width = small.width;
    this.#columns = positionsIn(small.width, large.width);
    this.#rows = positionsIn(small.height, large.height);
  }

  moveTo(x: number, y: number): void {
    const upper = (this.#rows.from[y] ?? 0) * this.#width;
    const lower = (this.#rows.to[y] ?? 0) * this.#width;
    const left = this.#columns.from[x] ?? 0;
    const right = this.#columns.to[x] ?? 0;
    this.#topLeft = upper + left;
    this.#topRight = upper + right;
    this.#lowLeft = lower + left;
    this.#lowRight = lower + right;
    this.#across = this.#columns.share[x] ?? 0;
    this.#down = this.#rows.share[y] ?? 0;
  }

  /** Returns the value at this position, by linear interpolation. */
  read({ values }: Plane): number {
    const topLeft = values[this.#topLeft] ?? 0;
    const lowLeft = values[this.#lowLeft] ?? 0;
    const top = topLeft + ((values[this.#topRight] ?? 0) - topLeft) * this.#across;
    const low = lowLeft + ((values[this.#lowRight] ?? 0) - lowLeft) * this.#across;
    return top + (low - top) * this.#down;
  }
}

interface Size {
  width: number;
  height: number;
}

function positionsIn(length: number, count: number): Positions {
  const from = new Int32Array(count);
  const to = new Int32Array(count);
  const share = new Float32Array(count);
  for (let at = 0; at < count; at += 1) {
    const place = Math.max(0, Math.min(length - 1, ((at + 0.5) * length) / count - 0.5));
    from[at] = Math.floor(place);
    to[at] = Math.min(length - 1, Math.floor(place) + 1);
    share[at] = place - Math.floor(place);
  }
  return { from, to, share };
}

/**
 * Reads rows of a small picture, resized to a larger picture. This is much faster than reading
 * single pixels.
 */
export class Rows {
  readonly #columns: Positions;
  readonly #rows: Positions;
  readonly #between: Float32Array;
  readonly #row: Float32Array;

  constructor(small: Size, large: Size) {
    this.#columns = positionsIn(small.width, large.width);
    this.#rows = positionsIn(small.height, large.height);
    this.#between = new Float32Array(small.width);
    this.#row = new Float32Array(large.width);
  }

  /**
   * Returns the values of a row, by linear interpolation. The array is valid until the next call.
   */
  read({ width, values }: Plane, y: number): Float32Array {
    const upper = (this.#rows.from[y] ?? 0) * width;
    const lower = (this.#rows.to[y] ?? 0) * width;
    const down = this.#rows.share[y] ?? 0;
    const between = this.#between;
    for (let x = 0; x < width; x += 1) {
      const top = values[upper + x] ?? 0;
      between[x] = top + ((values[lower + x] ?? 0) - top) * down;
    }
    const { from, to, share } = this.#columns;
    const row = this.#row;
    for (let x = 0; x < row.length; x += 1) {
      const left = between[from[x] ?? 0] ?? 0;
      row[x] = left + ((between[to[x] ?? 0] ?? 0) - left) * (share[x] ?? 0);
    }
    return row;
  }
}

/** Resizes a plane by linear interpolation. */
export function resized(plane: Plane, size: Size): Plane {
  const { width, height } = size;
  const result = planeOf(width, height);
  const place = new Place(plane, size);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      place.moveTo(x, y);
      result.values[y * width + x] = place.read(plane);
    }
  }
  return result;
}
