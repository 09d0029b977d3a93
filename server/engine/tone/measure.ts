import sharp from 'sharp';
import { solidFrom } from '../image/hidden-colour.ts';
import { type Picture, sharpnessOf } from './sharpness.ts';

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
/** Sharpness below which a photo is soft, and from which it is sharp. See `sharpnessOf`. */
const softEdge = 0.45;
const sharpEdge = 0.62;

/** Brightness of a photo. All values are 0 to 1. */
export interface ToneMeasures {
  /** a small copy, with the brightness and the weight of each pixel */
  small: Picture;
  luma: Float32Array;
  weights: Float32Array;
  /** the brightness below which a share of the visible pixels lies */
  at(share: number): number;
  darkest: number;
  brightest: number;
  /** how much the photo lacks light, and how much it lacks contrast */
  dark: number;
  fog: number;
}

export async function measureTone(photo: Picture): Promise<ToneMeasures> {
  const small = await shrink(photo);
  const luma = lumaOf(small);
  const weights = weightsOf(small);
  const at = quantiles(luma, weights);
  const [darkest, brightest] = [at(0.003), at(0.997)];
  const dark = rampDown(brightest, darkWhite, usualWhite);
  const fog = 1 - rampDown(darkest, usualBlack, foggyBlack);
  return { small, luma, weights, at, darkest, brightest, dark, fog };
}

/** Returns how much the photo lacks sharpness, 0 to 1. */
export function measureSoftness(
  photo: Picture,
  { darkest, brightest }: Pick<ToneMeasures, 'darkest' | 'brightest'>,
): number {
  return rampDown(sharpnessOf(photo, brightest - darkest), softEdge, sharpEdge);
}

/**
 * Returns 1 up to the value `whole`, 0 from the value `none` on, and a value in between otherwise.
 */
function rampDown(value: number, whole: number, none: number): number {
  return Math.max(0, Math.min(1, (none - value) / (none - whole)));
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

/** Number of brightness levels that the quantiles distinguish. */
const levels = 2048;

/**
 * Returns a quantile function: for a share of the visible pixels, the brightness below which that
 * share lies.
 */
function quantiles(luma: Float32Array, weights: Float32Array): (share: number) => number {
  const until = new Float64Array(levels);
  for (const [pixel, value] of luma.entries()) {
    const level = Math.round(value * (levels - 1));
    until[level] = (until[level] ?? 0) + (weights[pixel] ?? 0);
  }
  for (let level = 1; level < levels; level += 1) {
    until[level] = (until[level] ?? 0) + (until[level - 1] ?? 0);
  }
  const total = until[levels - 1] ?? 0;
  return (share) =>
    until.findIndex((reached) => reached > 0 && reached >= share * total) / (levels - 1);
}

function lumaOf({ rgb }: Picture): Float32Array {
  return Float32Array.from({ length: rgb.length / 3 }, (_, pixel) => {
    const from = pixel * 3;
    const sum =
      0.299 * (rgb[from] ?? 0) + 0.587 * (rgb[from + 1] ?? 0) + 0.114 * (rgb[from + 2] ?? 0);
    return sum / 255;
  });
}
