import type { OfferedFunction, Setup } from './functions.ts';
import type { Photo, PhotoProblem } from './photo.ts';

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

/** What no function of the offer can work with; null while one can, or the offer is not known. */
const sharedProblem = (photo: Photo, setup: Setup | null): PhotoProblem | null => {
  const [first, ...others] = (setup?.functions ?? []).map((one) => startObstacle(photo, one));
  if (first !== 'unsupportedFormat' && first !== 'tooSmall' && first !== 'tooManyBytes')
    return null;
  return others.every((other) => other === first) ? first : null;
};

/** Why the photo cannot be used at all, or null. */
export const problemOf = (photo: Photo, setup: Setup | null): PhotoProblem | null =>
  photo.problem ?? sharedProblem(photo, setup);

/** The high end of the time that is told before the start, milliseconds; null when none is. */
export const estimatedMs = (photo: Photo | null, offered: OfferedFunction | null): number | null =>
  photo && offered?.estimate
    ? (offered.estimate.highMsPerMegapixel * pricedPixels(photo, offered)) / 1_000_000
    : null;

/** Pixels that the run is priced by: what is left after shrinking. */
export const pricedPixels = (photo: Photo, offered: OfferedFunction): number => {
  const pixels = photo.width * photo.height;
  return offered.downscaleAllowed ? Math.min(pixels, offered.limits.maxPixels) : pixels;
};
