import { EngineError } from '../engine.port.ts';
import { toSrgb } from './convert-colours.ts';
import { readMetadata } from './decode.ts';
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
