import sharp from 'sharp';
import { EngineError } from '../engine.port.ts';
import { type Photo, readPhoto } from './photo.ts';
import { sniffFormat } from './sniff.ts';

const formats = ['jpg', 'png', 'webp'];

interface Sides {
  /** of the shorter side, pixels */
  least: number;
  /** of the longer one */
  most: number;
}

/**
 * Decodes a picture of a few hundred pixels that never was a file. Its size is read before a pixel of
 * it is decoded. Throws `EngineError`.
 */
export async function readSmallPicture(bytes: Uint8Array, { least, most }: Sides): Promise<Photo> {
  const format = sniffFormat(bytes);
  if (!format) throw new EngineError('not_an_image', 'The first bytes are of no known format');
  if (!formats.includes(format)) throw new EngineError('unsupported_format', `Format ${format}`);
  try {
    const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (pages > 1) throw new EngineError('animated_unsupported', `${pages} frames`);
    if (Math.max(width, height) > most) {
      throw new EngineError('image_too_large', `${width} × ${height}, a side at most ${most}`);
    }
    if (Math.min(width, height) < least) {
      throw new EngineError('image_too_small', `${width} × ${height}, a side at least ${least}`);
    }
    return await readPhoto(bytes, format);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw new EngineError('image_truncated', 'The picture cannot be decoded', { cause: error });
  }
}
