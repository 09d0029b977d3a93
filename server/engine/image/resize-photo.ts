import sharp from 'sharp';
import type { Photo } from './photo.ts';

/** Returns a copy of the photo with another size. */
export async function resizePhoto(
  photo: Photo,
  { width, height }: { width: number; height: number },
): Promise<Photo> {
  const resize = (data: Uint8Array, channels: 1 | 3) =>
    sharp(data, {
      raw: { width: photo.width, height: photo.height, channels },
      limitInputPixels: false,
    })
      .resize(width, height, { fit: 'fill' })
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .raw()
      .toBuffer();
  const alpha = photo.alpha ? await resize(photo.alpha, 1) : null;
  return { ...photo, width, height, rgb: await resize(photo.rgb, 3), alpha };
}
