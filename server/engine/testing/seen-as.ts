import sharp from 'sharp';
import { expect } from 'vitest';
import { photoLimits } from '../functions/manifest.ts';
import { inspectImage } from '../image/inspect.ts';
import { readPhoto } from '../image/photo.ts';
import { TiffSink } from '../image/tiff-sink.ts';

/** Limits of uploaded files in tests. */
export const testLimits = { ...photoLimits, maxBytes: 32e6, maxPixels: 25e6, minSide: 8 };

export type Colour = readonly number[];

interface Seen {
  icc: boolean;
  alpha: boolean;
  points: Colour[];
}

/**
 * Returns the sRGB colours of a file at six points: three in an upper row, three in a lower row.
 */
export async function seenAs(target: string): Promise<Seen> {
  const { format } = await inspectImage(target, testLimits);
  const { width, height, rgb, alpha, icc } = await readPhoto(target, format);
  const tiff = await TiffSink.create(`${target}.seen.tiff`, { width, height, channels: 3, icc });
  await tiff.write(rgb);
  await tiff.finish();
  const png = await sharp(tiff.path).toColourspace('srgb').png().toBuffer();
  const data = await sharp(png).raw().toBuffer();
  const places = [1, 3].flatMap((row) => [1, 3, 5].map((column) => [column / 6, row / 4]));
  const points = places.map(([x = 0, y = 0]) => {
    const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3;
    return [...data.subarray(at, at + 3)];
  });
  return { icc: icc !== null, alpha: alpha !== null, points };
}

/** Expects the colours to be equal within five levels of 255. */
export function expectNear(points: readonly Colour[], expected: readonly Colour[]) {
  const off = points.map((point, index) =>
    Math.max(...point.map((value, colour) => Math.abs(value - (expected[index]?.[colour] ?? 999)))),
  );
  expect(Math.max(...off), JSON.stringify(points)).toBeLessThanOrEqual(5);
}
