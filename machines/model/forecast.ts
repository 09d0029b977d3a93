import type { Limits, OfferedFunction, OptionValues, ResultLimits } from './functions.ts';
import type { Photo } from './photo.ts';
import { sideOption } from './result-side.ts';
import { workloadOf } from './workload.ts';

type Size = { width: number; height: number };

type Sized = Pick<Photo, 'width' | 'height'>;

type Sizing = Pick<OfferedFunction, 'output' | 'downscaleAllowed'> & {
  limits: Pick<Limits, 'maxPixels'> & ResultLimits;
} & Partial<Pick<OfferedFunction, 'estimate' | 'deadlineMs'>>;

export const maxPixelsOf = (
  format: string | null,
  { maxPixelsByFormat }: Pick<Limits, 'maxPixelsByFormat'>,
): number =>
  (format === null ? undefined : maxPixelsByFormat?.[format]) ?? Number.POSITIVE_INFINITY;

/** Returns the number of pixels that a run can process before its deadline. */
const pixelsInTime = ({ estimate, deadlineMs = Number.POSITIVE_INFINITY }: Sizing): number =>
  estimate?.per === 'megapixel'
    ? (deadlineMs / estimate.highMs) * 1_000_000
    : Number.POSITIVE_INFINITY;

/**
 * Returns the largest factor by which the sides of the photo may be multiplied, so that a file can
 * still hold the result.
 */
const factorOfResult = ({ width, height }: Sized, { output, limits }: Sizing): number => {
  if (output.kind !== 'scaled') return 1;
  const { maxResultSide, maxResultPixels } = limits;
  const bySide = maxResultSide / Math.max(width, height);
  const byPixels = Math.sqrt(maxResultPixels / (width * height));
  return Math.min(bySide, byPixels) / output.scale;
};

/** Returns the number of pixels to which the photo is scaled down for the function, not rounded. */
export const pixelsToUpload = (photo: Sized, offered: Sizing): number => {
  const pixels = photo.width * photo.height;
  if (!offered.downscaleAllowed) return pixels;
  const forResult = pixels * factorOfResult(photo, offered) ** 2;
  return Math.min(pixels, offered.limits.maxPixels, pixelsInTime(offered), forResult);
};

/** True if the function works on a smaller copy of the photo. */
export const isCopied = (photo: Sized, offered: Sizing): boolean =>
  pixelsToUpload(photo, offered) < photo.width * photo.height;

/**
 * Returns the size of the photo as uploaded. The photo is scaled down if the function works on a
 * smaller copy.
 */
export const uploadedSize = (photo: Sized, offered: Sizing): Size => {
  const { width, height } = photo;
  const factor = Math.sqrt(pixelsToUpload(photo, offered) / (width * height));
  return { width: Math.floor(width * factor), height: Math.floor(height * factor) };
};

/** Returns the settings by which the device prepares the photo for the function. */
export const preparationFor = (photo: Photo, offered: OfferedFunction) => {
  const copied = isCopied(photo, offered) ? { maxPixels: pixelsToUpload(photo, offered) } : {};
  return {
    photo,
    limits: { ...offered.limits, ...copied },
    downscale: offered.downscaleAllowed,
  };
};

/** Returns the number of pixels that determine the price: the pixels of the uploaded photo. */
export const pricedPixels = (photo: Sized, offered: Sizing): number => {
  const { width, height } = uploadedSize(photo, offered);
  return width * height;
};

const within = ({ width, height }: Size, side: number): Size => {
  const factor = Math.min(1, side / Math.max(width, height));
  return { width: Math.round(width * factor), height: Math.round(height * factor) };
};

/**
 * The side of the square around an object is the object's longest side, multiplied by this factor.
 */
export const squareMargin = 1.25;

type Output = OfferedFunction['output'];

/**
 * Returns the settings of the square around the photo's object, or null if the options do not
 * request a square.
 */
const squareIn = (output: Output, options: OptionValues) =>
  output.kind === 'scaled' && output.square && options[output.square.option] === true
    ? output.square
    : null;

/**
 * True if the size of the result depends on the photo's content. `resultSize` then returns the
 * largest possible size.
 */
export const isUpTo = ({ output }: Pick<OfferedFunction, 'output'>, options: OptionValues) =>
  output.kind === 'square' || squareIn(output, options) !== null;

/** Returns the name of the option that enlarges small photos, or undefined. */
export const enlargingOption = ({ output }: Pick<OfferedFunction, 'output'>): string | undefined =>
  output.kind === 'scaled' ? output.small?.option : undefined;

/** True if the function enlarges this photo only because the photo is small. */
export const isEnlarged = (
  { width, height }: Sized,
  { output, limits }: Sizing,
  options: OptionValues = {},
): boolean => {
  const small = output.kind === 'scaled' ? output.small : undefined;
  if (!small || options[small.option] === false) return false;
  const longest = Math.max(width, height) * small.scale;
  return width * height <= small.maxPixels && longest <= limits.maxResultSide;
};

/**
 * True if a run can do the part that an option names: if the option is on, and the photo is not too
 * large to be enlarged.
 * @param uploaded size of the photo as uploaded
 */
export const canBeDone = (
  name: string,
  uploaded: Size,
  offered: Sizing,
  options: OptionValues = {},
): boolean =>
  options[name] !== false &&
  (name !== enlargingOption(offered) || isEnlarged(uploaded, offered, options));

/**
 * Returns the largest possible size of the result. The side of a square result depends on the
 * content of the photo.
 */
export const resultSize = (photo: Sized, offered: Sizing, options: OptionValues = {}): Size => {
  const { output } = offered;
  const { width, height } = uploadedSize(photo, offered);
  const square = squareIn(output, options);
  if (square) {
    const side = Math.min(square.maxSide, Math.ceil(Math.max(width, height) * squareMargin));
    return { width: side, height: side };
  }
  if (output.kind === 'square') {
    const side = Math.max(output.minSide, Math.min(output.maxSide, width, height));
    return { width: side, height: side };
  }
  const scale =
    output.small && isEnlarged({ width, height }, offered, options)
      ? output.small.scale
      : output.scale;
  const full = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return within(full, Number(options[sideOption] ?? Number.POSITIVE_INFINITY));
};

/**
 * Returns the expected duration of the run in milliseconds, or null if no run was measured yet.
 * @param needs options that the photo needs; null if it was not measured yet
 */
export const runTime = (
  photo: Sized,
  offered: OfferedFunction,
  options: OptionValues = {},
  needs: readonly string[] | null = null,
): { lowMs: number; highMs: number } | null => {
  const { estimate } = offered;
  if (!estimate) return null;
  const uploaded = uploadedSize(photo, offered);
  const isDone = (name: string) =>
    (needs?.includes(name) ?? true) && canBeDone(name, uploaded, offered, options);
  const { lowMs, highMs } = workloadOf(estimate.workloads ?? [], isDone) ?? estimate;
  const times = estimate.per === 'run' ? 1 : pricedPixels(photo, offered) / 1_000_000;
  return { lowMs: lowMs * times, highMs: highMs * times };
};

/** True if no file format can hold a picture of this size. */
export const isResultTooLarge = (
  { width, height }: Size,
  { maxResultSide, maxResultPixels }: ResultLimits,
): boolean => Math.max(width, height) > maxResultSide || width * height > maxResultPixels;
