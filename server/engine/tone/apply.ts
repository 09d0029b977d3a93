import { solidFrom } from '../image/hidden-colour.ts';
import type { ToneSettings } from './analyse.ts';
import { sharpeningShare } from './faces.ts';
import { SurroundingsRow } from './surroundings-row.ts';
import { toneCurve } from './tone-curve.ts';

interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
  /** one byte per pixel; absent or null: opaque */
  alpha?: Uint8Array | null;
}

const reach = 2;
/** A Gaussian kernel with a standard deviation of about one pixel. */
const bell = [0.06, 0.245, 0.39, 0.245, 0.06] as const;
/** How far sharpening may exceed the brightness range of the neighbours. The limit avoids halos. */
const overshoot = 0.03;
/** Channel values, 0 to 1, beyond which no structure is visible. */
const darkest = 3 / 255;
const brightest = 252 / 255;

/** Applies the settings to rows of a photo, a few at a time. */
export class ToneFilter {
  readonly #photo: Picture;
  readonly #settings: ToneSettings;
  readonly #curve: Float32Array;

  constructor(photo: Picture, settings: ToneSettings) {
    this.#photo = photo;
    this.#settings = settings;
    this.#curve = toneCurve(settings.curve);
  }

  /** Changes `rgb`, a copy of `rows` rows of the photo, beginning with row `top`. */
  apply(rgb: Uint8Array, top: number, rows: number): void {
    const { width } = this.#photo;
    const luma = this.#lumaAround(top, rows);
    const soft = blurRows(this.#solidAround(luma, top), width, rows);
    const { surroundings: map } = this.#settings;
    const surroundings = map && new SurroundingsRow(map, this.#photo);
    for (let row = 0; row < rows; row += 1) {
      surroundings?.moveTo(top + row);
      const line = (row + reach) * width;
      for (let column = 0; column < width; column += 1) {
        const old = luma[line + column] ?? 0;
        const at = (row * width + column) * 3;
        const sharp = this.#sharpen(luma, line, column, soft[row * width + column] ?? 0);
        const lit = surroundings ? this.#light(old, surroundings.at(column, old)) : old;
        this.#recolour(rgb, at, old, lit + sharp * this.#share(rgb, at, old));
      }
    }
  }

  #lumaAround(top: number, rows: number): Float32Array {
    const { width, height, rgb } = this.#photo;
    const luma = new Float32Array(width * (rows + 2 * reach));
    for (let row = 0; row < rows + 2 * reach; row += 1) {
      const y = Math.max(0, Math.min(height - 1, top + row - reach));
      let from = y * width * 3;
      let to = row * width;
      for (let column = 0; column < width; column += 1) {
        luma[to] =
          (0.299 * (rgb[from] ?? 0) + 0.587 * (rgb[from + 1] ?? 0) + 0.114 * (rgb[from + 2] ?? 0)) /
          255;
        from += 3;
        to += 1;
      }
    }
    return luma;
  }

  /**
   * Returns the brightness, with NaN at faint pixels, because the outline of a cut-out is not an
   * edge of the photo.
   */
  #solidAround(luma: Float32Array, top: number): Float32Array {
    const { width, height, alpha } = this.#photo;
    if (!alpha) return luma;
    return luma.map((value, at) => {
      const row = Math.floor(at / width);
      const y = Math.max(0, Math.min(height - 1, top + row - reach));
      return (alpha[y * width + (at % width)] ?? 0) < solidFrom ? Number.NaN : value;
    });
  }

  /**
   * Applies an unsharp mask, which is weak if there is only noise and is limited at strong edges.
   */
  #sharpen(luma: Float32Array, line: number, column: number, soft: number): number {
    const { width } = this.#photo;
    const { sharpness, sharpenFrom } = this.#settings;
    const old = luma[line + column] ?? 0;
    const difference = old - soft;
    const size = Math.abs(difference);
    if (Number.isNaN(size) || size <= sharpenFrom) return 0;
    const change = Math.sign(difference) * (size - sharpenFrom) * sharpness;
    const left = line + Math.max(0, column - 1);
    const right = line + Math.min(width - 1, column + 1);
    let low = old;
    let high = old;
    for (let place = left; place <= right; place += 1) {
      for (let step = -width; step <= width; step += width) {
        const value = luma[place + step] ?? 0;
        if (value < low) low = value;
        else if (value > high) high = value;
      }
    }
    return Math.max(low - overshoot, Math.min(high + overshoot, old + change)) - old;
  }

  /** Returns the share of the sharpening that a pixel gets. */
  #share(rgb: Uint8Array, at: number, luma: number): number {
    const { skin, sharpness } = this.#settings;
    if (!skin || sharpness === 0) return 1;
    return sharpeningShare(skin, (rgb[at] ?? 0) / 255, (rgb[at + 2] ?? 0) / 255, luma);
  }

  /**
   * Returns the brightness that the pixel would have in better light. The curve is applied
   * afterwards.
   */
  #light(old: number, surroundings: number): number {
    const { clarity, shadows } = this.#settings;
    // Black is not brightened, because its noise would become visible.
    const opened = surroundings + shadows * openness(surroundings) * Math.min(1, old / 0.1);
    const detail = old - surroundings;
    // Detail in deep shadow is mostly noise, so it is not increased.
    const lift = 1 + (clarity - 1) * Math.min(1, surroundings / 0.15);
    return opened + detail * lift;
  }

  /**
   * Moves a pixel to its new brightness and applies the curve to each channel. Weak colours become
   * slightly stronger. Strong colours and skin change less.
   */
  #recolour(rgb: Uint8Array, at: number, old: number, brightness: number): void {
    const red = (rgb[at] ?? 0) / 255;
    const green = (rgb[at + 1] ?? 0) / 255;
    const blue = (rgb[at + 2] ?? 0) / 255;
    const saturation = Math.max(red, green, blue) - Math.min(red, green, blue);
    const isWarm = red > green && green > blue ? 0.5 : 1;
    const vivid = 1 + (this.#settings.vibrance - 1) * (1 - saturation) * isWarm;
    // Colour changes less than brightness, so that brightened shadows look natural.
    const ratio = Math.min(2, Math.max(0.5, (brightness + 0.04) / (old + 0.04)));
    const factor = vivid * (0.35 + 0.65 * ratio);
    rgb[at] = this.#byte(red, brightness + (red - old) * factor);
    rgb[at + 1] = this.#byte(green, brightness + (green - old) * factor);
    rgb[at + 2] = this.#byte(blue, brightness + (blue - old) * factor);
  }

  /**
   * Applies the curve to a channel. Only values that were black or white before may become black or
   * white, because other values would lose their structure.
   */
  #byte(old: number, lit: number): number {
    const last = this.#curve.length - 1;
    const position = Math.max(0, Math.min(1, lit)) * last;
    const index = Math.floor(position);
    const low = this.#curve[index] ?? 0;
    const high = this.#curve[Math.min(last, index + 1)] ?? 0;
    const value = Math.round((low + (high - low) * (position - index)) * 255);
    const least = old < darkest ? 0 : Math.min(darkest, old) * 255;
    const most = old > brightest ? 255 : brightest * 255;
    return Math.max(least, Math.min(most, value));
  }
}

/**
 * Returns the weight for brightening shadows. It is zero at black and from medium brightness on.
 */
function openness(brightness: number): number {
  if (brightness <= 0 || brightness >= 0.55) return 0;
  const position = brightness / 0.55;
  return 4.5 * position * (1 - position) ** 3;
}

function blurRows(luma: Float32Array, width: number, rows: number): Float32Array {
  const [far, near, centre] = bell;
  const across = new Float32Array(luma.length);
  for (let line = 0; line < luma.length; line += width) {
    for (let column = 0; column < width; column += 1) {
      const at = (offset: number) =>
        luma[line + Math.max(0, Math.min(width - 1, column + offset))] ?? 0;
      across[line + column] = far * (at(-2) + at(2)) + near * (at(-1) + at(1)) + centre * at(0);
    }
  }
  const result = new Float32Array(width * rows);
  for (let index = 0; index < result.length; index += 1) {
    const at = (row: number) => across[index + row * width] ?? 0;
    result[index] = far * (at(0) + at(4)) + near * (at(1) + at(3)) + centre * at(2);
  }
  return result;
}
