import { type FileWish, isLossy, type SaveFormat } from '../model/picture-format.ts';
import type { EncoderContext, OpenPicture } from './encoder.types.ts';

/* Rules for the file that the visitor wants to make. */

/**
 * The usual limit, and the range of a limit that the visitor enters, in kilobytes of 1,000 bytes.
 */
export const limits = { usual: 200, least: 10, most: 20_000 } as const;

/** Lengths of the longest side that are offered, in pixels. */
const commonSides = [3840, 1920, 1280, 640] as const;

/**
 * Default quality in percent, by requester. The studio's default is lower, because its purpose is a
 * smaller file.
 */
export const usualQualities = { result: 90, studio: 75 } as const;

const longestOf = ({ width, height }: OpenPicture): number => Math.max(width, height);

/**
 * Returns the offered lengths of the longest side: null for the size of the picture, and the usual
 * lengths below that size.
 */
export const sidesOf = (picture: OpenPicture | null): readonly (number | null)[] =>
  picture ? [null, ...commonSides.filter((side) => side < longestOf(picture))] : [];

/** Returns the format to suggest. JPEG is not suggested for a picture with transparent parts. */
export const suggestedIn = ({ picture, made }: EncoderContext): SaveFormat => {
  if (!picture) return 'delivered';
  const { suggested, suggestedTransparent } = picture;
  return suggested === 'jpg' && made?.file.isTransparent ? suggestedTransparent : suggested;
};

/** Returns the format that the visitor has chosen, or the suggested format before a choice. */
export const formatIn = (context: EncoderContext): SaveFormat =>
  context.format ?? suggestedIn(context);

/** True if the visitor has entered a limit that is out of range. */
export const isLimitOutOfRange = ({ limit, ownKilobytes }: EncoderContext): boolean =>
  limit === 'own' && !(ownKilobytes >= limits.least && ownKilobytes <= limits.most);

const maxBytesIn = ({ limit, ownKilobytes }: EncoderContext): number | null =>
  limit === 'none' ? null : (limit === 'usual' ? limits.usual : ownKilobytes) * 1000;

/** Returns the file to make, or null if the picture is saved as delivered. */
export const wishIn = (context: EncoderContext): FileWish | null => {
  const format = formatIn(context);
  if (!context.picture || format === 'delivered') return null;
  const { side, quality } = context;
  return { format, side, quality, maxBytes: maxBytesIn(context) };
};

/**
 * True if the visitor can choose the quality. A lossless format has no quality, and a limit decides
 * the quality itself.
 */
export const isQualityFree = (context: EncoderContext): boolean =>
  isLossy(formatIn(context)) && context.limit === 'none';

const isSame = (one: FileWish, other: FileWish): boolean =>
  one.format === other.format &&
  one.side === other.side &&
  one.maxBytes === other.maxBytes &&
  (one.maxBytes !== null || !isLossy(one.format) || one.quality === other.quality);

/** Returns the file for the visitor's current wish, or null until the file is made. */
export const madeIn = (context: EncoderContext) => {
  const wish = wishIn(context);
  const { made } = context;
  return wish && made && isSame(made.wish, wish) ? made.file : null;
};

/**
 * Identifies the picture. The address is not suitable, because the address of a stored picture
 * changes when its record is loaded again.
 */
export const idOf = ({ source }: OpenPicture): string =>
  source.kind === 'photo' ? source.id : source.picture.url;

/** True if the file was scaled down, because no acceptable quality was below the limit. */
export const isScaledDown = (context: EncoderContext): boolean => {
  const { picture, side } = context;
  const file = madeIn(context);
  if (!picture || !file) return false;
  return Math.max(file.width, file.height) < (side ?? longestOf(picture));
};
