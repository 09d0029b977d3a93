import { solidFrom } from '../image/hidden-colour.ts';
import { estimateNoise } from '../noise/estimate.ts';
import type { FaceTone, SkinColour } from './faces.ts';
import { measureSoftness, measureTone, type ToneMeasures } from './measure.ts';
import type { Picture } from './sharpness.ts';

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
  /** colour that is sharpened less; null if the photo has no faces */
  skin: SkinColour | null;
  /** brightness of the surroundings, as a small map; null if shadows and clarity are unchanged */
  surroundings: SurroundingsMap | null;
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
  /** exponent for dark levels, which brightens faces in backlight; bright levels are unchanged */
  lift: number;
}

/** Edge-preserving blur of the brightness as a small map: `gain × brightness + offset`. */
export interface SurroundingsMap {
  width: number;
  height: number;
  gain: Float32Array;
  offset: Float32Array;
}

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
  /** what to restore; by default all of it */
  light?: boolean;
  contrast?: boolean;
  sharpness?: boolean;
  faces?: FaceTone;
}

/**
 * Pictures from which the settings for a piece of a photo are chosen: the whole photo scaled down,
 * and unchanged parts of all of its areas.
 */
export interface Survey {
  overview: Picture;
  tiles: Picture;
  /** measured in the overview before */
  tone?: ToneMeasures;
}

/**
 * Analyses a small copy of the photo and chooses a restrained enhancement. For a piece of a photo,
 * the survey shows the whole photo.
 */
export async function analyse(
  photo: Picture,
  wanted: Wanted,
  { overview, tiles, tone: measured }: Survey = { overview: photo, tiles: photo },
): Promise<ToneSettings> {
  const { strength, error, light = true, contrast = true, sharpness = true, faces } = wanted;
  const tone = measured ?? (await measureTone(overview));
  const { at, darkest, brightest, luma, weights } = tone;
  const repair = Math.min(1, strength);
  const extra = Math.max(0, strength - 1);
  const dark = light ? tone.dark : 0;
  const missing = Math.max(dark, contrast ? tone.fog : 0) * repair;
  const black = Math.min(darkest, mostBlack) * missing;
  const white = 1 - Math.min(1 - brightest, mostWhite) * missing;
  const middle = (at(0.5) - black) / (white - black);
  const softness = sharpness ? measureSoftness(tiles, tone) : 0;
  const sharpening = 1.2 * softness * repair + 0.15 * extra;
  const unspoilt = Math.max(0, 1 - error / unsharpened);
  return {
    curve: {
      black,
      white,
      gamma: gammaFor(middle) ** (dark * (1 - tone.fog) * repair),
      most: highest(overview) / 255,
      lift: (light && faces?.exponent) || 1,
    },
    shadows: 0.4 * shadowsFor(luma, weights) * extra,
    clarity: 1 + 0.1 * extra,
    vibrance: 1 + 0.14 * extra,
    sharpness: sharpening * unspoilt,
    sharpenFrom: sharpening > 0 ? 0.004 + (1.6 * estimateNoise(photo).sigma) / 255 : 0,
    skin: faces?.skin ?? null,
    surroundings: extra > 0 ? surroundingsOf(luma, weights, tone.small) : null,
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

function sum(values: Float32Array): number {
  return values.reduce((total, value) => total + value, 0);
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
