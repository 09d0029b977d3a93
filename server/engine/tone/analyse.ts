import sharp from 'sharp';
import { solidFrom } from '../image/hidden-colour.ts';
import { estimateNoise } from '../noise/estimate.ts';
import { sharpnessOf } from './sharpness.ts';

interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
  /** one byte per pixel; absent or null: opaque */
  alpha?: Uint8Array | null;
}

/** Settings of the enhancement for one photo. Brightness values are 0 to 1. */
export interface ToneSettings {
  /** curve that is applied to each channel */
  curve: CurveSettings;
  /** how much dark areas are brightened, 0 to 1 */
  shadows: number;
  /** factor for the difference between a pixel and its surroundings */
  clarity: number;
  /** factor for weak colours */
  vibrance: number;
  /** amount of the unsharp mask, and the smallest difference that it sharpens */
  sharpness: number;
  sharpenFrom: number;
  /** brightness of the surroundings, as a small map */
  surroundings: SurroundingsMap;
}

/**
 * `black` and `white` are the levels that become black and white. `gamma` is the exponent that is
 * applied afterwards. A value below 1 brightens.
 */
export interface CurveSettings {
  black: number;
  white: number;
  gamma: number;
  /** the highest level of a channel in the photo */
  most: number;
}

/** Edge-preserving blur of the brightness as a small map: `gain × brightness + offset`. */
export interface SurroundingsMap {
  width: number;
  height: number;
  gain: Float32Array;
  offset: Float32Array;
}

const analysisSide = 384;

/**
 * Brightness of the lightest pixels. Below `darkWhite` a photo is too dark. Above `usualWhite` it
 * is not brightened.
 */
const darkWhite = 0.62;
const usualWhite = 0.7;
/**
 * Brightness of the darkest pixels. Above `foggyBlack` a photo has fog or flat light. Below
 * `usualBlack` its contrast is not changed.
 */
const usualBlack = 0.12;
const foggyBlack = 0.22;
/** Limits for the change of black and white. They keep the character of fog and night photos. */
const mostBlack = 0.35;
const mostWhite = 0.55;
/**
 * Error in grey levels from which a photo is not sharpened, because the error would be sharpened,
 * too.
 */
const unsharpened = 5;

interface Wanted {
  /**
   * 1 restores what the photo lacks; up to 2 adds more light, clarity and colour than the scene had
   */
  strength: number;
  /** noise and blocks of the photo before they were removed, in grey levels */
  error: number;
}

/** Analyses a small copy of the photo and chooses a restrained enhancement. */
export async function analyse(photo: Picture, { strength, error }: Wanted): Promise<ToneSettings> {
  const small = await shrink(photo);
  const luma = lumaOf(small);
  const weights = weightsOf(small);
  const at = quantiles(luma, weights);
  const repair = Math.min(1, strength);
  const extra = Math.max(0, strength - 1);
  const [darkest, brightest] = [at(0.003), at(0.997)];
  const dark = rampDown(brightest, darkWhite, usualWhite);
  const fog = 1 - rampDown(darkest, usualBlack, foggyBlack);
  const missing = Math.max(dark, fog) * repair;
  const black = Math.min(darkest, mostBlack) * missing;
  const white = 1 - Math.min(1 - brightest, mostWhite) * missing;
  const middle = (at(0.5) - black) / (white - black);
  const softness = rampDown(sharpnessOf(photo, brightest - darkest), 0.45, 0.62);
  const unspoilt = Math.max(0, 1 - error / unsharpened);
  return {
    curve: {
      black,
      white,
      gamma: gammaFor(middle) ** (dark * (1 - fog) * repair),
      most: highest(photo) / 255,
    },
    shadows: 0.4 * shadowsFor(luma, weights) * extra,
    clarity: 1 + 0.1 * extra,
    vibrance: 1 + 0.14 * extra,
    sharpness: (1.2 * softness * repair + 0.15 * extra) * unspoilt,
    sharpenFrom: 0.004 + (1.6 * estimateNoise(photo).sigma) / 255,
    surroundings: surroundingsOf(luma, weights, small),
  };
}

/** The highest byte of a pixel that is not almost invisible. */
function highest({ rgb, alpha }: Picture): number {
  let most = 0;
  for (let at = 0; at < rgb.length; at += 1) {
    const value = rgb[at] ?? 0;
    if (value > most && !(alpha && (alpha[Math.floor(at / 3)] ?? 0) < solidFrom)) most = value;
  }
  return most;
}

/**
 * Returns 1 up to the value `whole`, 0 from the value `none` on, and a value in between otherwise.
 */
function rampDown(value: number, whole: number, none: number): number {
  return Math.max(0, Math.min(1, (none - value) / (none - whole)));
}

/** Returns the exponent that moves the median of a dark photo to a pleasant brightness. */
function gammaFor(middle: number): number {
  const wanted = 0.46;
  const gamma = Math.log(wanted) / Math.log(Math.max(0.02, Math.min(0.98, middle)));
  return Math.max(0.66, Math.min(1, gamma));
}

/**
 * Brightens shadows if a considerable part of the photo is dark, but not if nearly the whole photo
 * is dark.
 */
function shadowsFor(luma: Float32Array, weights: Float32Array): number {
  const dark = sum(weights.filter((_, pixel) => (luma[pixel] ?? 0) < 0.2)) / sum(weights);
  return 0.16 * Math.min(1, dark / 0.25) * Math.min(1, Math.max(0.25, (0.8 - dark) / 0.3));
}

async function shrink({ width, height, rgb, alpha }: Picture): Promise<Picture> {
  const small = (data: Uint8Array, channels: 1 | 3) =>
    sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
      .resize(analysisSide, analysisSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  const { data, info } = await small(rgb, 3);
  const opacity = alpha ? (await small(alpha, 1)).data : null;
  return { width: info.width, height: info.height, rgb: data, alpha: opacity };
}

/**
 * Returns the weight of each pixel: its opacity, or 0 if it is almost invisible. If all pixels are
 * almost invisible, all weights are equal.
 */
function weightsOf({ rgb, alpha }: Picture): Float32Array {
  const isSeen = alpha?.some((opacity) => opacity >= solidFrom) ?? false;
  return Float32Array.from({ length: rgb.length / 3 }, (_, pixel) => {
    const opacity = isSeen ? (alpha?.[pixel] ?? 0) : 255;
    return opacity < solidFrom ? 0 : opacity / 255;
  });
}

/**
 * Returns a quantile function: for a share of the visible pixels, the brightness below which that
 * share lies.
 */
function quantiles(luma: Float32Array, weights: Float32Array): (share: number) => number {
  const order = Uint32Array.from(luma.keys()).sort((a, b) => (luma[a] ?? 0) - (luma[b] ?? 0));
  const until = new Float64Array(order.length);
  let total = 0;
  for (const [place, pixel] of order.entries()) {
    total += weights[pixel] ?? 0;
    until[place] = total;
  }
  return (share) => {
    const wanted = share * (total - (weights[order.at(-1) ?? 0] ?? 0));
    const place = until.findIndex((reached) => reached > wanted || reached >= total);
    return luma[order[place] ?? 0] ?? 0;
  };
}

function sum(values: Float32Array): number {
  return values.reduce((total, value) => total + value, 0);
}

function lumaOf({ rgb }: Picture): Float32Array {
  return Float32Array.from({ length: rgb.length / 3 }, (_, pixel) => {
    const from = pixel * 3;
    const sum =
      0.299 * (rgb[from] ?? 0) + 0.587 * (rgb[from + 1] ?? 0) + 0.114 * (rgb[from + 2] ?? 0);
    return sum / 255;
  });
}

/**
 * Calculates the brightness of the surroundings with He's guided filter. The brightness is its own
 * guide.
 */
function surroundingsOf(
  luma: Float32Array,
  weights: Float32Array,
  { width, height }: Picture,
): SurroundingsMap {
  const radius = Math.max(2, Math.round(Math.min(width, height) / 14));
  const edge = 0.12 ** 2;
  // The small weight avoids a division by zero in areas far from visible pixels.
  const seen = weights.map((weight) => weight + 1e-4);
  const around = boxBlur(seen, width, height, radius);
  const blur = (values: Float32Array) => {
    const weighted = values.map((value, pixel) => value * (seen[pixel] ?? 0));
    const blurred = boxBlur(weighted, width, height, radius);
    return blurred.map((value, pixel) => value / (around[pixel] ?? 1));
  };
  const mean = blur(luma);
  const meanOfSquares = blur(luma.map((value) => value * value));
  const gain = mean.map((value, index) => {
    const variance = Math.max(0, (meanOfSquares[index] ?? 0) - value * value);
    return variance / (variance + edge);
  });
  const offset = mean.map((value, index) => value * (1 - (gain[index] ?? 0)));
  return { width, height, gain: blur(gain), offset: blur(offset) };
}

function boxBlur(values: Float32Array, width: number, height: number, radius: number) {
  const across = blurLines(values, { lines: height, length: width, step: 1, jump: width }, radius);
  return blurLines(across, { lines: width, length: height, step: width, jump: 1 }, radius);
}

interface Lines {
  lines: number;
  length: number;
  /** distance between neighbours within a line, and between lines */
  step: number;
  jump: number;
}

function blurLines(values: Float32Array, { lines, length, step, jump }: Lines, radius: number) {
  const result = new Float32Array(values.length);
  for (let line = 0; line < lines; line += 1) {
    const start = line * jump;
    let sum = 0;
    let count = 0;
    for (let index = -radius; index < length; index += 1) {
      const entering = index + radius;
      const leaving = index - radius - 1;
      if (entering < length) {
        sum += values[start + entering * step] ?? 0;
        count += 1;
      }
      if (leaving >= 0) {
        sum -= values[start + leaving * step] ?? 0;
        count -= 1;
      }
      if (index >= 0) result[start + index * step] = sum / count;
    }
  }
  return result;
}
