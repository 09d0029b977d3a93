import { isResultTooLarge, maxPixelsOf, resultSize, runTime, uploadedSize } from './forecast.ts';
import type { OfferedFunction, OptionValues, Setup } from './functions.ts';
import type { Photo, PhotoProblem } from './photo.ts';

/** Why a function cannot process a photo, with numbers for the screens' texts. */
export type StartObstacle =
  | { reason: 'unsupportedFormat'; formats: readonly string[] }
  | { reason: 'tooSmall'; minSide: number }
  | { reason: 'tooManyPixels'; pixels: number; maxPixels: number }
  /** the function accepts this many pixels in another format, but not in this format */
  | { reason: 'tooManyPixelsOfFormat'; format: string; pixels: number; maxPixels: number }
  | { reason: 'tooManyBytes'; bytes: number; maxBytes: number }
  /** no file format holds the result */
  | { reason: 'resultTooLarge'; width: number; height: number }
  | { reason: 'tooSlow'; highMs: number; deadlineMs: number };

export const functionOf = (setup: Setup | null, code: string | null): OfferedFunction | null =>
  setup?.functions.find((one) => one.code === code) ?? null;

const formatObstacle = (photo: Photo, { limits }: OfferedFunction): StartObstacle | null =>
  photo.format !== null && limits.formats.includes(photo.format)
    ? null
    : { reason: 'unsupportedFormat', formats: limits.formats };

/**
 * Returns the obstacle of a photo that has too many pixels for its format. This limit does not
 * apply if the browser can decode the photo, because the upload then has another format.
 */
const formatPixelsObstacle = (
  { format, width, height }: Photo,
  { limits }: OfferedFunction,
): StartObstacle | null => {
  const maxPixels = maxPixelsOf(format, limits);
  const pixels = width * height;
  return format !== null && pixels > maxPixels
    ? { reason: 'tooManyPixelsOfFormat', format, pixels, maxPixels }
    : null;
};

const bytesObstacle = ({ bytes }: Photo, { limits }: OfferedFunction): StartObstacle | null =>
  bytes > limits.maxBytes ? { reason: 'tooManyBytes', bytes, maxBytes: limits.maxBytes } : null;

/**
 * Returns the obstacle of a photo that is too small or too large. For some functions the browser
 * may scale a photo down. Other functions need the original size.
 */
const sizeObstacle = (photo: Photo, offered: OfferedFunction): StartObstacle | null => {
  const { minSide, maxPixels } = offered.limits;
  if (Math.min(photo.width, photo.height) < minSide) return { reason: 'tooSmall', minSide };
  if (offered.downscaleAllowed) return null;
  const pixels = photo.width * photo.height;
  return pixels > maxPixels
    ? { reason: 'tooManyPixels', pixels, maxPixels }
    : bytesObstacle(photo, offered);
};

/**
 * Returns the obstacle of a photo whose result would be too large. A smaller copy may be no
 * solution, because the copy of a panorama may be too thin: for example 10 pixels high.
 */
const resultObstacle = (photo: Photo, offered: OfferedFunction): StartObstacle | null => {
  const size = resultSize(photo, offered);
  const copy = uploadedSize(photo, offered);
  const isTooThin = Math.min(copy.width, copy.height) < offered.limits.minSide;
  return isTooThin || isResultTooLarge(size, offered.limits)
    ? { reason: 'resultTooLarge', ...size }
    : null;
};

const timeObstacle = (
  photo: Photo,
  offered: OfferedFunction,
  options: OptionValues | undefined,
): StartObstacle | null => {
  const { deadlineMs } = offered;
  const highMs = runTime(photo, offered, options)?.highMs ?? 0;
  return highMs > deadlineMs ? { reason: 'tooSlow', highMs, deadlineMs } : null;
};

/**
 * Returns the reason why a function cannot process a photo, or null. A photo that only the server
 * can decode is accepted if the function accepts the photo's format. The server then checks the
 * photo again.
 */
export const startObstacle = (
  photo: Photo,
  offered: OfferedFunction,
  options?: OptionValues,
): StartObstacle | null =>
  photo.decodable
    ? (sizeObstacle(photo, offered) ??
      resultObstacle(photo, offered) ??
      timeObstacle(photo, offered, options))
    : (formatObstacle(photo, offered) ??
      formatPixelsObstacle(photo, offered) ??
      bytesObstacle(photo, offered));

/**
 * Returns the problem of the photo that blocks every offered function. Returns null if at least one
 * function can use the photo, or if the setup is unknown.
 */
const sharedProblem = (photo: Photo, setup: Setup | null): PhotoProblem | null => {
  const [first, ...others] = (setup?.functions ?? []).map(
    (one) => startObstacle(photo, one)?.reason,
  );
  if (first !== 'unsupportedFormat' && first !== 'tooSmall' && first !== 'tooManyBytes')
    return null;
  return others.every((other) => other === first) ? first : null;
};

export const problemOf = (photo: Photo, setup: Setup | null): PhotoProblem | null =>
  photo.problem ?? sharedProblem(photo, setup);
