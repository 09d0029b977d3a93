import type { Photo } from '../image/photo.ts';
import type { Matte } from './matte.ts';
import { Place } from './sample.ts';

/**
 * A pixel below the first value belongs only to the background, and a pixel above the second value
 * only to the object.
 */
const faintest = 0.03;
const fullest = 0.97;

/** Calculates the object of a photo at full size, a few rows at a time. */
export class MatteRows {
  readonly #photo: Photo;
  readonly #matte: Matte;
  /** current position in the described opacity, and in the description of both sides */
  readonly #described: Place;
  readonly #sides: Place;

  constructor(photo: Photo, matte: Matte) {
    this.#photo = photo;
    this.#matte = matte;
    this.#described = new Place(matte.opacity, matte.region);
    this.#sides = new Place(matte.sides.mask, matte.region);
  }

  /**
   * Returns colour and opacity of some rows of the photo. At the rim, the colour of the old
   * background is removed.
   */
  read(top: number, rows: number): { rgb: Uint8Array; alpha: Uint8Array } {
    const { width, alpha: given } = this.#photo;
    const start = top * width;
    const rgb = new Uint8Array(this.#photo.rgb.subarray(start * 3, (start + rows * width) * 3));
    const alpha = new Uint8Array(rows * width);
    for (let row = 0; row < rows; row += 1) this.#readRow(top + row, rgb, alpha, row * width);
    if (given) {
      for (let at = 0; at < alpha.length; at += 1) {
        alpha[at] = Math.round(((alpha[at] ?? 0) * (given[start + at] ?? 0)) / 255);
      }
    }
    return { rgb, alpha };
  }

  #readRow(y: number, rgb: Uint8Array, alpha: Uint8Array, start: number): void {
    const { region, opacity } = this.#matte;
    if (y < region.top || y >= region.top + region.height) return;
    for (let x = 0; x < region.width; x += 1) {
      this.#described.moveTo(x, y - region.top);
      const at = start + region.left + x;
      const rough = this.#described.read(opacity);
      if (rough === 0) continue;
      if (rough === 1) {
        alpha[at] = 255;
        continue;
      }
      const share = this.#opacityAt(rgb, at);
      alpha[at] = Math.round(share * 255);
      if (share < 1) {
        this.#sides.moveTo(x, y - region.top);
        this.#cleanColour(rgb, at, share);
      }
    }
  }

  #opacityAt(rgb: Uint8Array, at: number): number {
    const { gains, offset } = this.#matte.model;
    let value = this.#described.read(offset);
    for (let channel = 0; channel < 3; channel += 1) {
      const gain = this.#described.read(gains[channel] ?? offset);
      value += (gain * (rgb[at * 3 + channel] ?? 0)) / 255;
    }
    return Math.max(0, Math.min(1, (value - faintest) / (fullest - faintest)));
  }

  /**
   * Replaces a pixel's colour with the colour of the object alone. It is calculated from the
   * mixture of both sides that is nearest to the pixel's colour (Forte, Pitié 2021).
   */
  #cleanColour(rgb: Uint8Array, at: number, share: number): void {
    const { object, ground, mask } = this.#matte.sides;
    for (let channel = 0; channel < 3; channel += 1) {
      const front = this.#sides.read(object[channel] ?? mask);
      const back = this.#sides.read(ground[channel] ?? mask);
      const value = (rgb[at * 3 + channel] ?? 0) / 255;
      const clean = front + share * (value - share * front - (1 - share) * back);
      rgb[at * 3 + channel] = Math.max(0, Math.min(255, Math.round(clean * 255)));
    }
  }
}
