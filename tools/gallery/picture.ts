import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** Red, green, blue and opacity of every pixel, row by row. */
export type Picture = { width: number; height: number; pixels: Buffer };

const levels = 31;

/** Reduces every colour to 32 steps, which makes gradients cheap in a lossless file. */
function withFewerColours(pixels: Buffer): Buffer {
  const steps = Uint8Array.from({ length: 256 }, (_, value) =>
    Math.round((Math.round((value / 255) * levels) / levels) * 255),
  );
  return Buffer.from(pixels.map((value, index) => (index % 4 === 3 ? value : (steps[value] ?? 0))));
}

/**
 * Pictures are stored and compared at half size: text stays readable and they take a third of the
 * bytes.
 * @param isTrue keeps all colours
 */
export async function halve(png: Buffer, { isTrue = false } = {}): Promise<Picture> {
  const { width = 2 } = await sharp(png).metadata();
  const { data, info } = await sharp(png)
    .resize({ width: Math.round(width / 2), kernel: 'linear' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = isTrue ? data : withFewerColours(data);
  return { width: info.width, height: info.height, pixels };
}

const asImage = ({ width, height, pixels }: Picture) =>
  sharp(pixels, { raw: { width, height, channels: 4 } });

/** A lossless WebP. @param effort 0 to 6; more is smaller and slower */
export const encode = (picture: Picture, effort: number): Promise<Buffer> =>
  asImage(picture).webp({ lossless: true, effort }).toBuffer();

export async function decode(file: Buffer): Promise<Picture> {
  const { data, info } = await sharp(file)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

export type Difference = {
  /** how many pixels differ; all of the larger picture when the sizes differ */
  pixels: number;
  /** the difference in red over the accepted picture; null when the sizes differ */
  picture: Picture | null;
};

/** The same browser draws the same: two of the 32 colour steps count as a difference, one does not. */
const threshold = 0.04;

/** Up to this many pixels are noise of the rasteriser. */
const noise = 2;

/** Null when there is no visible difference. */
export function compare(accepted: Picture, now: Picture): Difference | null {
  const { width, height } = accepted;
  if (width !== now.width || height !== now.height) {
    return { pixels: Math.max(width * height, now.width * now.height), picture: null };
  }
  const pixels = Buffer.alloc(accepted.pixels.length);
  const count = pixelmatch(accepted.pixels, now.pixels, pixels, width, height, { threshold });
  return count <= noise ? null : { pixels: count, picture: { width, height, pixels } };
}
