import type { PhotoFile } from './photo.ts';
import type { TaskRecord } from './task-record.ts';

/**
 * A format in which a result can be saved: `delivered` as the server has made the result, or a
 * format encoded on this device.
 */
export type SaveFormat = 'delivered' | EncodedFormat;
export type EncodedFormat = 'jpg' | 'png' | 'webp';

/** A result that an adapter can load. `name` is the name of the saved file. */
export type StoredPicture = { url: string; name: string; mime: string };

/** A result encoded in another format. */
export type EncodedPicture = {
  file: PhotoFile;
  /** true if the result has transparent parts, which a JPEG shows white */
  isTransparent: boolean;
};

/** The actions that this browser supports for a result. */
export type PictureWays = { encodesWebp: boolean; shares: boolean; copies: boolean };

export type Result = NonNullable<TaskRecord['result']>;

/** Limit of pixels, because a larger picture may exceed the canvas or the memory of a phone. */
const mostPixels = 67_108_864;

/** Longest side that each format can have, in pixels. */
const longestSides: Readonly<Record<EncodedFormat, number>> = {
  jpg: 65_500,
  png: 65_500,
  webp: 16_383,
};

export const storedPictureOf = (result: Result | null | undefined): StoredPicture | null =>
  result ? { url: result.url, name: result.fileName, mime: result.mime } : null;

/**
 * Returns the formats in which a result can be saved. `ways` is null while it is unknown what the
 * browser supports.
 */
export const saveFormatsOf = (
  { mime, width, height }: Result,
  ways: PictureWays | null,
): readonly SaveFormat[] => {
  if (width * height > mostPixels) return ['delivered'];
  const isOffered = (format: EncodedFormat): boolean =>
    Math.max(width, height) <= longestSides[format] &&
    (format !== 'webp' || ways?.encodesWebp === true) &&
    !(format === 'png' && mime === 'image/png');
  return ['delivered', ...(['jpg', 'png', 'webp'] as const).filter(isOffered)];
};

const kinds: Readonly<Record<string, EncodedFormat>> = {
  jpg: 'jpg',
  jpeg: 'jpg',
  // HEIC is a format of phone photos that few other programs can open, so JPEG is suggested in its
  // place
  heic: 'jpg',
  heif: 'jpg',
  png: 'png',
  webp: 'webp',
};

const extensionIn = (address: string): string =>
  /\.([a-z0-9]+)(?:\?|$)/i.exec(address)?.[1]?.toLowerCase() ?? '';

/**
 * Returns the format of the visitor's photo, by the extension of its name, otherwise by the
 * extension of its address. Returns null for other formats.
 */
const kindOf = ({ name, original }: TaskRecord): EncodedFormat | null =>
  kinds[extensionIn(name ?? '')] ?? kinds[extensionIn(original?.url ?? '')] ?? null;

/**
 * Returns the format to suggest: the format of the visitor's photo if the result can be saved in
 * it, otherwise `delivered`. JPEG is not suggested for a result with transparent parts.
 */
export const suggestedFormat = (
  record: TaskRecord,
  formats: readonly SaveFormat[],
  isTransparent: boolean,
): SaveFormat => {
  const kind = kindOf(record);
  if (!kind || !formats.includes(kind)) return 'delivered';
  if (record.result?.mime === mimes[kind]) return 'delivered';
  return kind === 'jpg' && isTransparent ? 'delivered' : kind;
};

export const mimes: Readonly<Record<EncodedFormat, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** True if the format has a quality that can be chosen. */
export const isLossy = (format: SaveFormat): format is 'jpg' | 'webp' =>
  format === 'jpg' || format === 'webp';

/** Limits, step and default value of the quality, in percent. */
export const qualities = { least: 10, most: 100, step: 5, usual: 90 } as const;
