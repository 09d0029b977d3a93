import type { PhotoFile } from './photo.ts';
import type { TaskRecord } from './task-record.ts';

/** A format to save a result in: as the server has made it, or encoded on this device. */
export type SaveFormat = 'delivered' | EncodedFormat;
export type EncodedFormat = 'jpg' | 'png' | 'webp';

/** A result as an adapter loads it; `name` is its file name. */
export type StoredPicture = { url: string; name: string; mime: string };

/** A result in another format. */
export type EncodedPicture = {
  file: PhotoFile;
  /** the result has transparent parts; a JPEG shows them white */
  isTransparent: boolean;
};

/** What this browser can do with a result. */
export type PictureWays = { encodesWebp: boolean; shares: boolean; copies: boolean };

export type Result = NonNullable<TaskRecord['result']>;

/** A larger picture may exceed the canvas or the memory of a phone. */
const mostPixels = 67_108_864;

/** Longest side that each format can have, in pixels. */
const longestSides: Readonly<Record<EncodedFormat, number>> = {
  jpg: 65_500,
  png: 65_500,
  webp: 16_383,
};

export const storedPictureOf = (result: Result | null | undefined): StoredPicture | null =>
  result ? { url: result.url, name: result.fileName, mime: result.mime } : null;

/** The formats to offer for a result; `ways` is null while unknown. */
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
  // a photo of a phone, which few programs outside of it can open
  heic: 'jpg',
  heif: 'jpg',
  png: 'png',
  webp: 'webp',
};

const extensionIn = (address: string): string =>
  /\.([a-z0-9]+)(?:\?|$)/i.exec(address)?.[1]?.toLowerCase() ?? '';

/** The format of the visitor's photo, by its name or, without one, by its address; null if it is another. */
const kindOf = ({ name, original }: TaskRecord): EncodedFormat | null =>
  kinds[extensionIn(name ?? '')] ?? kinds[extensionIn(original?.url ?? '')] ?? null;

/**
 * The format of the visitor's photo if the result can be saved in it, otherwise as it was delivered. A JPEG is
 * not suggested for a result with transparent parts.
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

/** The format has a quality to choose. */
export const isLossy = (format: SaveFormat): format is 'jpg' | 'webp' =>
  format === 'jpg' || format === 'webp';

/** Percent. */
export const qualities = { least: 10, most: 100, step: 5, usual: 90 } as const;
