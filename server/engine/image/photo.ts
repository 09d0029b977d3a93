import { readFile } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import type { FileFormat } from '../../../contract/functions.ts';
import { readJpegQuality } from '../../../machines/model/jpeg-quality.ts';
import { decode, readMetadata } from './decode.ts';
import { replaceHiddenColour } from './hidden-colour.ts';
import { coloursOfProfile } from './icc-profile.ts';
import { labToRgb } from './lab.ts';
import { readStructure, type Structure } from './structure.ts';
import { lightToRgb } from './tone-map.ts';

/** A decoded photo, rotated upright, 8 bits per channel. */
export interface Photo {
  width: number;
  height: number;
  /**
   * red, green, blue of each pixel, row by row; transparent pixels have the colour of visible
   * pixels
   */
  rgb: Uint8Array;
  /** one byte per pixel; null if the photo has no transparency */
  alpha: Uint8Array | null;
  /** RGB profile, embedded or built from the file's code points; null means sRGB */
  icc: Uint8Array | null;
  format: FileFormat;
  /** for a JPEG, its quality from 1 to 100, see `readJpegQuality` */
  jpegQuality?: number | null;
}

/** Decodes a file that was verified before. */
export async function readPhoto(file: string, format: FileFormat): Promise<Photo> {
  return readPicture(readStructure(format, await readFile(file)));
}

/**
 * Decodes a picture. RGB numbers stay unchanged, so a wide gamut is kept. Converts to sRGB: CMYK,
 * grey and Lab pictures, and pictures with highlights beyond white. Converts 16 bits to 8.
 */
export async function readPicture(structure: Structure): Promise<Photo> {
  const { format, colours, samples } = structure;
  const metadata = await readMetadata(structure);
  const icc = profileOf(structure, metadata);
  const isRaw = colours?.kind === 'light' || samples?.lab != null;
  const deep = isRaw && metadata.depth === 'ushort';
  const isUseless = metadata.icc !== undefined && coloursOfProfile(metadata.icc) === null;
  const ignoreIcc = isRaw || colours !== null || icc !== null || isUseless;
  const { data, info } = await decode(structure, { ignoreIcc }, (image) => pixelsOf(image, deep));
  const numbers = deep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  const alphaAt = alphaChannel(info.channels, structure);
  const rgb = rgbOf(numbers, info.channels, structure);
  const alpha = alphaAt === null ? null : alphaOf(numbers, info.channels, alphaAt);
  const { width, height } = info;
  if (alpha) replaceHiddenColour({ width, height, rgb, alpha });
  const quality = format === 'jpg' ? readJpegQuality(structure.bytes) : null;
  return { width, height, rgb, alpha, icc, format, jpegQuality: quality };
}

function pixelsOf(image: Sharp, deep: boolean) {
  return image
    .autoOrient()
    .toColourspace(deep ? 'rgb16' : 'srgb')
    .raw({ depth: deep ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
}

/** Returns the RGB profile, or null for sRGB and for colours that are converted to sRGB. */
function profileOf({ colours, samples }: Structure, { icc, space }: Metadata): Uint8Array | null {
  if (colours) return colours.kind === 'profile' ? colours.icc : null;
  const isRgb = space === 'srgb' || space === 'rgb16';
  if (!icc || !isRgb || samples?.lab || coloursOfProfile(icc) !== 'RGB ') return null;
  return new Uint8Array(icc);
}

/** Returns the index of the transparency channel, or null if there is none. */
function alphaChannel(channels: number, { samples }: Structure): number | null {
  if (samples) return samples.alphaAt === -1 ? null : channels - samples.extras + samples.alphaAt;
  if (channels !== 3 && channels !== 4) {
    throw new Error(`Expected 3 or 4 channels after decoding, got ${channels}`);
  }
  return channels === 4 ? 3 : null;
}

function rgbOf(
  numbers: Uint8Array | Uint16Array,
  channels: number,
  { colours, samples }: Structure,
): Uint8Array {
  if (samples?.lab) return labToRgb(numbers, channels, samples.lab);
  if (colours?.kind === 'light') return lightToRgb(numbers, channels, colours);
  if (channels === 3 && numbers instanceof Uint8Array) return numbers;
  const rgb = new Uint8Array((numbers.length / channels) * 3);
  for (let from = 0, to = 0; from < numbers.length; from += channels, to += 3) {
    rgb[to] = numbers[from] ?? 0;
    rgb[to + 1] = numbers[from + 1] ?? 0;
    rgb[to + 2] = numbers[from + 2] ?? 0;
  }
  return rgb;
}

/** Returns the opacity of each pixel, or null if the picture is opaque. */
function alphaOf(
  numbers: Uint8Array | Uint16Array,
  channels: number,
  at: number,
): Uint8Array | null {
  const shift = numbers instanceof Uint16Array ? 8 : 0;
  const alpha = new Uint8Array(numbers.length / channels);
  let isOpaque = true;
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    const value = (numbers[pixel * channels + at] ?? 0) >> shift;
    alpha[pixel] = value;
    if (value !== 255) isOpaque = false;
  }
  return isOpaque ? null : alpha;
}
