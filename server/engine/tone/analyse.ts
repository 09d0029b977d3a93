import sharp from 'sharp';
import { solidFrom } from '../image/hidden-colour.ts';
import { estimateNoise } from '../noise/estimate.ts';

interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
  /** one byte a pixel; absent or null: opaque */
  alpha?: Uint8Array | null;
}

/** What the enhancement does to one photo; brightness is 0 to 1. */
export interface ToneSettings {
  /** brightness that becomes black, and white */
  black: number;
  white: number;
  /** exponent of the brightness after that; below 1 brightens */
  gamma: number;
  /** how much dark areas are opened, 0 to 1 */
  shadows: number;
  /** factor of the structure that stands out from its surroundings */
  clarity: number;
  /** factor of weak colours */
  vibrance: number;
  /** amount of the unsharp mask, and the difference below which nothing is sharpened */
  sharpness: number;
  sharpenFrom: number;
  /** the brightness of the surroundings, as a small map */
  surroundings: SurroundingsMap;
}

/** Edge-keeping blur of the brightness in the form `gain × brightness + offset`, as a small map. */
export interface SurroundingsMap {
  width: number;
  height: number;
  gain: Float32Array;
  offset: Float32Array;
}

const analysisSide = 384;

/** How much of the unused range is used, and how far at most: a fog or a night stays one. */
const stretch = 0.9;
const mostBlack = 0.35;
const mostWhite = 0.45;

/**
 * Looks at a small copy of the photo and decides, with restraint, what would help it. `strength`: 1
 * is what helps, less is less of each, 2 is twice as much of each.
 */
export async function analyse(photo: Picture, strength = 1): Promise<ToneSettings> {
  const small = await shrink(photo);
  const luma = lumaOf(small);
  const weights = weightsOf(small);
  const at = quantiles(luma, weights);
  const used = Math.min(1, stretch * strength);
  const black = Math.min(at(0.003), mostBlack) * used;
  const white = 1 - Math.min(1 - at(0.997), mostWhite) * used;
  const stretched = (share: number) => (at(share) - black) / (white - black);
  const gamma = gammaFor(stretched(0.5), stretched(0.9)) ** strength;
  const { sigma } = estimateNoise(photo);
  return {
    black,
    white,
    gamma,
    shadows: shadowsFor(luma, weights) * strength,
    clarity: 1 + 0.16 * strength,
    vibrance: 1 + 0.14 * strength,
    sharpness: 0.55 * strength,
    sharpenFrom: 0.004 + (1.6 * sigma) / 255,
    surroundings: surroundingsOf(luma, weights, small),
  };
}

/** Moves the middle a third of the way to a comfortable one. A night photo stays a night photo. */
function gammaFor(middle: number, bright: number): number {
  const wanted = 0.46;
  const gamma = Math.log(wanted) / Math.log(Math.max(0.02, Math.min(0.98, middle)));
  const isNight = bright < 0.45;
  const strength = isNight ? 0.12 : 0.33;
  return Math.max(0.8, Math.min(1.12, 1 + (gamma - 1) * strength));
}

/** Opens shadows when a fair part of the photo lies in them, but not when nearly all of it does. */
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
 * How much each pixel counts: as much as is seen of it, and nothing if that is next to nothing. All
 * count alike in a picture without anything else.
 */
function weightsOf({ rgb, alpha }: Picture): Float32Array {
  const isSeen = alpha?.some((opacity) => opacity >= solidFrom) ?? false;
  return Float32Array.from({ length: rgb.length / 3 }, (_, pixel) => {
    const opacity = isSeen ? (alpha?.[pixel] ?? 0) : 255;
    return opacity < solidFrom ? 0 : opacity / 255;
  });
}

/** Returns the brightness below which a share of what is seen lies. */
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

/** The guided filter of He, with the brightness as its own guide. */
function surroundingsOf(
  luma: Float32Array,
  weights: Float32Array,
  { width, height }: Picture,
): SurroundingsMap {
  const radius = Math.max(2, Math.round(Math.min(width, height) / 14));
  const edge = 0.12 ** 2;
  // What is far from anything that is seen has some weight, too: nothing is divided by nothing.
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
  /** between neighbours in a line, and between lines */
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
