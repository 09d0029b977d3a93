import type { PhotoFile } from './photo.ts';
import type { TaskRecord } from './task-record.ts';

/**
 * A format in which a result can be saved. `delivered` is the file from the server; the other
 * formats are encoded on this device.
 */
export type SaveFormat = 'delivered' | EncodedFormat;
export type EncodedFormat = 'jpg' | 'png' | 'webp';

/** A result that an adapter can load. `name` is the name of the saved file. */
export type StoredPicture = { url: string; name: string; mime: string };

/** The picture to make a file from: a result on the server, or a photo on this device. */
export type PictureSource =
  | { kind: 'stored'; picture: StoredPicture }
  | { kind: 'photo'; id: string; file: PhotoFile };

/** The file that the visitor wants to make from a picture. */
export type FileWish = {
  format: EncodedFormat;
  /** longest side in pixels, or null for the size of the picture */
  side: number | null;
  /** quality of a lossy format, in percent; ignored if `maxBytes` decides the quality */
  quality: number;
  /** maximum number of bytes, or null for no limit */
  maxBytes: number | null;
};

/** A file made from a picture. */
export type EncodedPicture = {
  file: PhotoFile;
  /** address of the file, for use in <img> */
  url: string;
  /** size in pixels */
  width: number;
  height: number;
  /** true if the picture has transparent parts, which a JPEG replaces by white */
  isTransparent: boolean;
};

/** The actions that this browser supports for a result. */
export type PictureWays = { shares: boolean; copies: boolean };

type Size = { width: number; height: number };

type Result = NonNullable<TaskRecord['result']>;

/** Limit in pixels. A larger picture may exceed the canvas limit or the memory of a phone. */
const mostPixels = 67_108_864;

/** Longest side that each format can have, in pixels. */
const longestSides: Readonly<Record<EncodedFormat, number>> = {
  jpg: 65_500,
  png: 65_500,
  webp: 16_383,
};

export const storedPictureOf = (result: Result | null | undefined): StoredPicture | null =>
  result ? { url: result.url, name: result.fileName, mime: result.mime } : null;

/** Returns the formats that this device can make from a picture of this size. */
export const encodedFormatsOf = ({ width, height }: Size): readonly EncodedFormat[] => {
  if (width * height > mostPixels) return [];
  return (['jpg', 'png', 'webp'] as const).filter(
    (format) => Math.max(width, height) <= longestSides[format],
  );
};

const kinds: Readonly<Record<string, EncodedFormat>> = {
  jpg: 'jpg',
  jpeg: 'jpg',
  // few programs can open HEIC, a format of phone photos, so JPEG is suggested instead
  heic: 'jpg',
  heif: 'jpg',
  png: 'png',
  webp: 'webp',
};

const extensionIn = (address: string): string =>
  /\.([a-z0-9]+)(?:\?|$)/i.exec(address)?.[1]?.toLowerCase() ?? '';

/**
 * Returns the format of the visitor's photo by the extension of its name, or else of its address.
 * Returns null for other formats.
 */
export const kindOf = ({ name, original }: TaskRecord): EncodedFormat | null =>
  kinds[extensionIn(name ?? '')] ?? kinds[extensionIn(original?.url ?? '')] ?? null;

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
