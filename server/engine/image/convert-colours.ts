import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { join } from './interleave.ts';
import type { Photo } from './photo.ts';

const afterHeader = 33;

/** Converts a picture to sRGB. */
export async function toSrgb(photo: Photo): Promise<Photo> {
  return photo.icc ? { ...photo, rgb: await numbersOf(await open(photo)), icc: null } : photo;
}

/**
 * Converts a picture to a profile. If no colours can be converted to the profile, for example to
 * that of a scanner, the picture has the numbers of sRGB.
 * @param icc null means sRGB
 * @param folder an existing folder for a temporary file, because sharp reads a profile from a file
 */
export async function toProfile(
  photo: Photo,
  icc: Uint8Array | null,
  folder: string,
): Promise<Photo> {
  if (!icc) return toSrgb(photo);
  if (photo.icc && Buffer.compare(photo.icc, icc) === 0) return photo;
  // libvips caches a profile by the name of its file, so another profile needs another name.
  const file = path.join(folder, `${createHash('sha256').update(icc).digest('hex')}.icc`);
  await writeFile(file, icc);
  return { ...photo, rgb: await numbersOf((await open(photo)).withIccProfile(file)), icc };
}

const numbersOf = (image: Sharp) => image.removeAlpha().toColourspace('srgb').raw().toBuffer();

/** Opens a picture by way of a PNG, because a PNG can contain the profile. */
async function open({ width, height, rgb, alpha, icc }: Photo): Promise<Sharp> {
  const channels = alpha ? 4 : 3;
  const raw = sharp(alpha ? join(rgb, alpha) : rgb, {
    raw: { width, height, channels },
    limitInputPixels: false,
  });
  if (!icc) return raw;
  const png = await raw.png({ compressionLevel: 0 }).toBuffer();
  const parts = [png.subarray(0, afterHeader), profileChunk(icc), png.subarray(afterHeader)];
  return sharp(Buffer.concat(parts), { limitInputPixels: false });
}

function profileChunk(icc: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPphoto\0\0', 'latin1'), deflateSync(icc)]);
  const chunk = Buffer.alloc(8 + body.length);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  return chunk;
}
