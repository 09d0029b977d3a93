import { type FileWish, isLossy, type SaveFormat } from '../model/picture-format.ts';
import type { EncoderContext, OpenPicture } from './encoder.types.ts';

/* Pure functions for the file that the visitor wants. */

/** Common limit of a file, and the range of an own limit, in kilobytes of 1,000 bytes. */
export const limits = { usual: 200, least: 10, most: 20_000 } as const;

/** Longest sides on offer, in pixels. */
const commonSides = [3840, 1920, 1280, 640] as const;

/** Quality of a file before the visitor's choice, in percent. A smaller file is the studio's aim. */
export const usualQualities = { result: 90, studio: 75 } as const;

const longestOf = ({ width, height }: OpenPicture): number => Math.max(width, height);

/** Returns the sides on offer: null for the size of the picture, and common smaller sides. */
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

/** True if the file has a limit. A file as delivered has none. */
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

/** True if the quality decides the file. A format without losses has no quality. */
export const isQualityFree = (context: EncoderContext): boolean =>
  isLossy(formatIn(context)) && context.limit === 'none';

const isSame = (one: FileWish, other: FileWish): boolean =>
  one.format === other.format &&
  one.side === other.side &&
  one.maxBytes === other.maxBytes &&
  (one.maxBytes !== null || !isLossy(one.format) || one.quality === other.quality);

/** Returns the file that fulfils the visitor's wish, or null until it is made. */
export const madeIn = (context: EncoderContext) => {
  const wish = wishIn(context);
  const { made } = context;
  return wish && made && isSame(made.wish, wish) ? made.file : null;
};

/** Identifies the picture. The address of a stored picture changes when its record is loaded again. */
export const idOf = ({ source }: OpenPicture): string =>
  source.kind === 'photo' ? source.id : source.picture.url;

/** True if the file had to be scaled down, because no sensible quality was small enough. */
export const isScaledDown = (context: EncoderContext): boolean => {
  const { picture, side } = context;
  const file = madeIn(context);
  if (!picture || !file) return false;
  return Math.max(file.width, file.height) < (side ?? longestOf(picture));
};
