import type { Metadata } from 'sharp';
import sharp from 'sharp';
import type { FileFormat } from '../../../contract/functions.ts';

/** A decoded photo, upright, 8 bits. */
export interface Photo {
  width: number;
  height: number;
  /** red, green, blue of each pixel, row by row */
  rgb: Uint8Array;
  /** one byte a pixel; null when the photo has no transparency */
  alpha: Uint8Array | null;
  /** the photo's own RGB colour profile, which its numbers are kept in; null means sRGB */
  icc: Uint8Array | null;
  format: FileFormat;
}

/**
 * Decodes a verified file, by its path or its bytes. An RGB profile stays with its numbers (nothing of a wide gamut is lost);
 * CMYK, grey and Lab pictures become sRGB; 16 bits become 8.
 */
export async function readPhoto(file: string | Uint8Array, format: FileFormat): Promise<Photo> {
  const metadata = await sharp(file, { limitInputPixels: false }).metadata();
  const keepsProfile = hasRgbProfile(metadata);
  const { data, info } = await sharp(file, {
    failOn: 'truncated',
    limitInputPixels: false,
    sequentialRead: true,
    ignoreIcc: keepsProfile,
  })
    .autoOrient()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { rgb, alpha } = separate(data, info.channels);
  const icc = keepsProfile && metadata.icc ? new Uint8Array(metadata.icc) : null;
  return { width: info.width, height: info.height, rgb, alpha, icc, format };
}

function hasRgbProfile({ icc, space }: Metadata): boolean {
  const colours = icc?.subarray(16, 20).toString('latin1');
  return colours === 'RGB ' && (space === 'srgb' || space === 'rgb16');
}

function separate(data: Buffer, channels: number): Pick<Photo, 'rgb' | 'alpha'> {
  if (channels === 3) return { rgb: data, alpha: null };
  if (channels !== 4) throw new Error(`${channels} channels after the conversion to sRGB`);
  const pixels = data.length / 4;
  const rgb = new Uint8Array(pixels * 3);
  const alpha = new Uint8Array(pixels);
  let opaque = true;
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    rgb[pixel * 3] = data[pixel * 4] ?? 0;
    rgb[pixel * 3 + 1] = data[pixel * 4 + 1] ?? 0;
    rgb[pixel * 3 + 2] = data[pixel * 4 + 2] ?? 0;
    const value = data[pixel * 4 + 3] ?? 0;
    alpha[pixel] = value;
    if (value !== 255) opaque = false;
  }
  return { rgb, alpha: opaque ? null : alpha };
}
