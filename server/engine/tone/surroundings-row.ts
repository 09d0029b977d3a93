import type { SurroundingsMap } from './analyse.ts';

/** Interpolates the small map for one row of the photo. */
export class SurroundingsRow {
  readonly #map: SurroundingsMap;
  readonly #photo: { height: number; width: number };
  readonly #gain: Float32Array;
  readonly #offset: Float32Array;

  constructor(map: SurroundingsMap, photo: { height: number; width: number }) {
    this.#map = map;
    this.#photo = photo;
    this.#gain = new Float32Array(map.width);
    this.#offset = new Float32Array(map.width);
  }

  moveTo(row: number): void {
    const { width, height, gain, offset } = this.#map;
    const position = clamp(((row + 0.5) * height) / this.#photo.height - 0.5, height - 1);
    const first = Math.floor(position);
    const weight = position - first;
    const above = first * width;
    const below = Math.min(height - 1, first + 1) * width;
    for (let column = 0; column < width; column += 1) {
      this.#gain[column] = mix(gain[above + column], gain[below + column], weight);
      this.#offset[column] = mix(offset[above + column], offset[below + column], weight);
    }
  }

  at(column: number, brightness: number): number {
    const { width } = this.#map;
    const position = clamp(((column + 0.5) * width) / this.#photo.width - 0.5, width - 1);
    const first = Math.floor(position);
    const second = Math.min(width - 1, first + 1);
    const weight = position - first;
    const gain = mix(this.#gain[first], this.#gain[second], weight);
    return gain * brightness + mix(this.#offset[first], this.#offset[second], weight);
  }
}

function mix(first = 0, second = 0, weight = 0): number {
  return first + (second - first) * weight;
}

function clamp(value: number, high: number): number {
  return Math.max(0, Math.min(high, value));
}
