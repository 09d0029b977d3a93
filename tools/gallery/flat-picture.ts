import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

const tiles = 6;
const colours = 8;

const known = new Map<string, Promise<Buffer>>();

/*
 * Photographs take most of the bytes of a lossless picture and never show a change of the product;
 * only their place, size and crop do.
 */
async function flatten(file: string): Promise<Buffer> {
  const photo = await readFile(file);
  const { width = 1, height = 1 } = await sharp(photo).metadata();
  const tile = Math.max(1, Math.round(Math.max(width, height) / tiles));
  const small = await sharp(photo)
    .resize(Math.max(1, Math.round(width / tile)), Math.max(1, Math.round(height / tile)), {
      fit: 'fill',
    })
    .png({ palette: true, colours, dither: 0 })
    .toBuffer();
  return await sharp(small)
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .png()
    .toBuffer();
}

/** A photo reduced to a few large tiles of its colours: a PNG of the same size. */
export function flatPicture(file: string): Promise<Buffer> {
  const made = known.get(file) ?? flatten(file);
  known.set(file, made);
  return made;
}
