import { isResultTooLarge, resultSize, runTime } from './forecast.ts';
import type { OfferedFunction, Setup } from './functions.ts';
import type { Photo, PhotoProblem } from './photo.ts';

/** Why this photo cannot be given to this function; screens have words for each. */
export type StartObstacle =
  | 'noFunction'
  | 'unsupportedFormat'
  | 'tooSmall'
  | 'tooManyPixels'
  | 'tooManyBytes'
  /** no file format holds the result */
  | 'resultTooLarge'
  /** it would not be ready before the server gives up */
  | 'tooSlow';

export const functionOf = (setup: Setup | null, code: string | null): OfferedFunction | null =>
  setup?.functions.find((one) => one.code === code) ?? null;

const isTooSlow = (photo: Photo, offered: OfferedFunction): boolean =>
  (runTime(photo, offered)?.highMs ?? 0) > offered.deadlineMs;

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
  if (!downscaleAllowed) {
    if (photo.width * photo.height > limits.maxPixels) return 'tooManyPixels';
    if (photo.bytes > limits.maxBytes) return 'tooManyBytes';
  }
  if (isResultTooLarge(resultSize(photo, offered), limits)) return 'resultTooLarge';
  return isTooSlow(photo, offered) ? 'tooSlow' : null;
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
