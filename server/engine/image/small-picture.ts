import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { EngineError } from '../engine.port.ts';
import { readMetadata } from './decode.ts';
import { join } from './interleave.ts';
import { type Photo, readPicture } from './photo.ts';
import { sniffFormat } from './sniff.ts';
import { readStructure } from './structure.ts';

const formats = ['jpg', 'png', 'webp'];

interface Sides {
  /** minimum length of the shorter side, pixels */
  least: number;
  /** maximum length of the longer side, pixels */
  most: number;
}

/**
 * Decodes a picture of a few hundred pixels in memory and converts it to sRGB. The size is checked
 * before any pixel is decoded.
 * @throws EngineError
 */
export async function readSmallPicture(bytes: Uint8Array, { least, most }: Sides): Promise<Photo> {
  const format = sniffFormat(bytes);
  if (!format) throw new EngineError('not_an_image', 'The first bytes do not match a known format');
  if (!formats.includes(format))
    throw new EngineError('unsupported_format', `The format ${format} is not supported`);
  const structure = readStructure(format, bytes);
  const { width, height, pages = 1 } = await readMetadata(structure);
  if (pages > 1)
    throw new EngineError(
      'animated_unsupported',
      `The picture has ${pages} frames; only one is allowed`,
    );
  if (Math.max(width, height) > most) {
    throw new EngineError(
      'image_too_large',
      `The picture has ${width} × ${height} pixels; a side may have at most ${most}`,
    );
  }
  if (Math.min(width, height) < least) {
    throw new EngineError(
      'image_too_small',
      `The picture has ${width} × ${height} pixels; a side must have at least ${least}`,
    );
  }
  return toSrgb(await readPicture(structure));
}

const afterHeader = 33;

/** Converts by way of a PNG, because a PNG can contain the profile. */
async function toSrgb(photo: Photo): Promise<Photo> {
  const { width, height, rgb, alpha, icc } = photo;
  if (!icc) return photo;
  const channels = alpha ? 4 : 3;
  const png = await sharp(alpha ? join(rgb, alpha) : rgb, { raw: { width, height, channels } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const parts = [png.subarray(0, afterHeader), profileChunk(icc), png.subarray(afterHeader)];
  const converted = await sharp(Buffer.concat(parts))
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return { ...photo, rgb: converted, icc: null };
}

function profileChunk(icc: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPphoto\0\0', 'latin1'), deflateSync(icc)]);
  const chunk = Buffer.alloc(8 + body.length);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  return chunk;
}
