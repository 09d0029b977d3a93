import type { OfferedFunction, Setup } from './functions.ts';
import type { Photo } from './photo.ts';

/** Why this photo cannot be given to this function; screens have words for each. */
export type StartObstacle =
  | 'noFunction'
  | 'unsupportedFormat'
  | 'tooSmall'
  | 'tooManyPixels'
  | 'tooManyBytes';

export const functionOf = (setup: Setup | null, code: string | null): OfferedFunction | null =>
  setup?.functions.find((one) => one.code === code) ?? null;

/**
 * What keeps the start button shut, or null. A photo that this browser cannot decode passes when
 * the function takes its format: the server looks at it again.
 */
export const startObstacle = (
  photo: Photo,
  offered: OfferedFunction | null,
): StartObstacle | null => {
  if (!offered) return 'noFunction';
  const { limits, downscaleAllowed } = offered;
  if (!photo.decodable) {
    if (!limits.formats.includes(photo.format ?? '')) return 'unsupportedFormat';
    return photo.bytes > limits.maxBytes ? 'tooManyBytes' : null;
  }
  if (Math.min(photo.width, photo.height) < limits.minSide) return 'tooSmall';
  if (downscaleAllowed) return null;
  if (photo.width * photo.height > limits.maxPixels) return 'tooManyPixels';
  return photo.bytes > limits.maxBytes ? 'tooManyBytes' : null;
};

/** Pixels that the run is priced by: what is left after shrinking. */
export const pricedPixels = (photo: Photo, offered: OfferedFunction): number => {
  const pixels = photo.width * photo.height;
  return offered.downscaleAllowed ? Math.min(pixels, offered.limits.maxPixels) : pixels;
};
