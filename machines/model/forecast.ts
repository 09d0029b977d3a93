import type { Limits, OfferedFunction, ResultLimits } from './functions.ts';
import type { Photo } from './photo.ts';

type Size = { width: number; height: number };

type Sized = Pick<Photo, 'width' | 'height'>;

type Sizing = Pick<OfferedFunction, 'output' | 'downscaleAllowed'> & {
  limits: Pick<Limits, 'maxPixels'>;
};

export const maxPixelsOf = (
  format: string | null,
  { maxPixelsByFormat }: Pick<Limits, 'maxPixelsByFormat'>,
): number =>
  (format === null ? undefined : maxPixelsByFormat?.[format]) ?? Number.POSITIVE_INFINITY;

/** The pixels that determine the price, after scaling down. */
export const pricedPixels = ({ width, height }: Sized, offered: Sizing): number => {
  const pixels = width * height;
  return offered.downscaleAllowed ? Math.min(pixels, offered.limits.maxPixels) : pixels;
};

/** The size of the uploaded photo, which is scaled down if the function would reject it. */
export const uploadedSize = (photo: Sized, offered: Sizing): Size => {
  const { width, height } = photo;
  const factor = Math.sqrt(pricedPixels(photo, offered) / (width * height));
  return { width: Math.round(width * factor), height: Math.round(height * factor) };
};

/** The largest possible result. For a square result, the side depends on the photo's content. */
export const resultSize = (photo: Sized, offered: Sizing): Size => {
  const { output } = offered;
  const { width, height } = uploadedSize(photo, offered);
  if (output.kind === 'square') {
    const side = Math.max(output.minSide, Math.min(output.maxSide, width, height));
    return { width: side, height: side };
  }
  return { width: Math.round(width * output.scale), height: Math.round(height * output.scale) };
};

/** The expected duration of the run in milliseconds, or null if no run was measured. */
export const runTime = (
  photo: Sized,
  offered: OfferedFunction,
): { lowMs: number; highMs: number } | null => {
  const { estimate } = offered;
  if (!estimate) return null;
  const times = estimate.per === 'run' ? 1 : pricedPixels(photo, offered) / 1_000_000;
  return { lowMs: estimate.lowMs * times, highMs: estimate.highMs * times };
};

/** True if no file format can hold a picture of this size. */
export const isResultTooLarge = (
  { width, height }: Size,
  { maxResultSide, maxResultPixels }: ResultLimits,
): boolean => Math.max(width, height) > maxResultSide || width * height > maxResultPixels;
