import sharp from 'sharp';
import { join } from './interleave.ts';

interface Size {
  width: number;
  height: number;
}

/**
 * Colour behind full transparency is arbitrary (often black) and would bleed into the visible edge
 * when a network looks at it: replace it by the colour of the nearest visible pixels.
 */
export async function fillTransparent(
  rgb: Uint8Array,
  alpha: Uint8Array,
  { width, height }: Size,
): Promise<Uint8Array> {
  const blurred = await sharp(join(rgb, alpha), {
    raw: { width, height, channels: 4 },
    limitInputPixels: false,
  })
    .blur(4)
    .raw()
    .toBuffer();
  const filled = new Uint8Array(rgb);
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    if (alpha[pixel] !== 0) continue;
    filled[pixel * 3] = blurred[pixel * 4] ?? 0;
    filled[pixel * 3 + 1] = blurred[pixel * 4 + 1] ?? 0;
    filled[pixel * 3 + 2] = blurred[pixel * 4 + 2] ?? 0;
  }
  return filled;
}

/**
 * Enlarges transparency; the returned function adds it to the next rows of the enlarged colour, of
 * which the first is row `firstRow` of the photo.
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
