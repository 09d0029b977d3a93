import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { examine } from '../functions/better/needs.ts';
import { surveyOf } from '../functions/function.ts';
import { readPicture } from '../image/photo.ts';
import { readStructure } from '../image/structure.ts';
import { bundled, photos, rawOf } from '../testing/degraded.ts';
import { type Picture, pixelsOf } from '../testing/quality.ts';
import { blockErrorOf } from './block-error.ts';
import { estimateBlocks } from './estimate-blocks.ts';

const saved = async (picture: Picture, quality: number) =>
  readPicture(readStructure('jpg', await rawOf(picture).jpeg({ quality }).toBuffer()));

const needsOf = async (...saving: Parameters<typeof saved>) =>
  (await examine(surveyOf(await saved(...saving)), async () => [])).parts;

/** A photo with little detail, in which few blocks are visible. */
const soft = async (name: string) => pixelsOf(rawOf(await bundled(name)).blur(4));

/** A mosaic whose stones are as large as the blocks of a JPEG. */
async function mosaic(): Promise<Picture> {
  const photo = await bundled('coffee.png');
  const offset = (x: number, y: number) => ((x * 7 + y * 13) % 5) * 6 - 12;
  const rgb = photo.rgb.map((value, at) => {
    const [x, y] = [Math.floor(at / 3) % photo.width, Math.floor(at / 3 / photo.width)];
    return Math.max(0, Math.min(255, value + offset(x >> 3, y >> 3)));
  });
  return { ...photo, rgb };
}

describe.each(photos)('%s', (name) => {
  it('saved at quality 30 gets a repair even if it looks clean, and at 95 none (R43)', async () => {
    for (const photo of [await bundled(name), await soft(name)]) {
      expect(await needsOf(photo, 30)).toContain('blocks');
      expect(await needsOf(photo, 95)).not.toContain('blocks');
    }
  });
});

it('a low quality counts if no block is visible', async () => {
  const photo = await saved(
    await pixelsOf(sharp({ create: { width: 400, height: 300, channels: 3, background: '#889' } })),
    30,
  );
  expect(estimateBlocks(photo)).toBe(0);
  expect(blockErrorOf(photo)).toBeGreaterThan(3);
});

it('a grid in the scene does not count as a fault of a photo with quality 95 (R43)', async () => {
  const photo = await saved(await mosaic(), 95);
  expect(estimateBlocks(photo)).toBeGreaterThan(4);
  expect(blockErrorOf(photo)).toBe(0);
  expect(blockErrorOf({ ...photo, jpegQuality: null })).toBe(estimateBlocks(photo));
  expect(await needsOf(await mosaic(), 95)).not.toContain('blocks');
});
