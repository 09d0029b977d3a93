import type { Limits, OfferedFunction, OptionValues, ResultLimits } from './functions.ts';
import type { Photo } from './photo.ts';

type Size = { width: number; height: number };

type Sized = Pick<Photo, 'width' | 'height'>;

type Sizing = Pick<OfferedFunction, 'output' | 'downscaleAllowed'> & {
  limits: Pick<Limits, 'maxPixels'>;
};

/** Largest number of pixels of a file in this format. */
export const maxPixelsOf = (
  format: string | null,
  { maxPixelsByFormat }: Pick<Limits, 'maxPixelsByFormat'>,
): number =>
  (format === null ? undefined : maxPixelsByFormat?.[format]) ?? Number.POSITIVE_INFINITY;

/** Pixels that determine the price: those after scaling down. */
export const pricedPixels = ({ width, height }: Sized, offered: Sizing): number => {
  const pixels = width * height;
  return offered.downscaleAllowed ? Math.min(pixels, offered.limits.maxPixels) : pixels;
};

/** Size of the photo as uploaded: scaled down if the function would not accept it. */
export const uploadedSize = (photo: Sized, offered: Sizing): Size => {
  const { width, height } = photo;
  const factor = Math.sqrt(pricedPixels(photo, offered) / (width * height));
  return { width: Math.round(width * factor), height: Math.round(height * factor) };
};

/** A square around an object is larger than the object by this factor. */
export const squareMargin = 1.25;

type Output = OfferedFunction['output'];

/** The square around the photo's object, or null if the options do not ask for it. */
const squareIn = (output: Output, options: OptionValues) =>
  output.kind === 'scaled' && output.square && options[output.square.option] === true
    ? output.square
    : null;

/** True if the size depends on the photo's content; `resultSize` is the largest possible one then. */
export const isUpTo = ({ output }: Pick<OfferedFunction, 'output'>, options: OptionValues) =>
  output.kind === 'square' || squareIn(output, options) !== null;

/** Largest possible result: the side of a square depends on the photo's content. */
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
  return { width: Math.round(width * output.scale), height: Math.round(height * output.scale) };
};

/** Expected duration of the run, milliseconds, or null if nothing was measured. */
export const runTime = (
  photo: Sized,
  offered: OfferedFunction,
): { lowMs: number; highMs: number } | null => {
  const { estimate } = offered;
  if (!estimate) return null;
  const times = estimate.per === 'run' ? 1 : pricedPixels(photo, offered) / 1_000_000;
  return { lowMs: estimate.lowMs * times, highMs: estimate.highMs * times };
};

/** True if no file format holds a picture of this size. */
export const isResultTooLarge = (
  { width, height }: Size,
  { maxResultSide, maxResultPixels }: ResultLimits,
): boolean => Math.max(width, height) > maxResultSide || width * height > maxResultPixels;
