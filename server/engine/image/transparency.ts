import sharp from 'sharp';
import { join } from './interleave.ts';

interface Size {
  width: number;
  height: number;
}

/**
 * Enlarges the opacity. The returned function adds the opacity to the next rows of the enlarged
 * colour. `firstRow` is the row of the photo where these rows begin.
 */
export async function enlargeAlpha(
  alpha: Uint8Array,
  { width, height }: Size,
  { scale, firstRow }: { scale: number; firstRow: number },
): Promise<(rows: Uint8Array) => Uint8Array> {
  const large = await sharp(alpha, {
    raw: { width, height, channels: 1 },
    limitInputPixels: false,
  })
    .resize(Math.round(width * scale), Math.round(height * scale), { kernel: 'cubic', fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  let position = width * scale * firstRow * scale;
  return (rows) => {
    const pixels = rows.length / 3;
    const part = large.subarray(position, position + pixels);
    position += pixels;
    return join(rows, part);
  };
}
