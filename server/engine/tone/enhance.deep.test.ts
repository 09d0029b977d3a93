import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bundled, changed, dark, photos } from '../testing/degraded.ts';
import { type Picture, pixelsOf, psnr } from '../testing/quality.ts';
import { analyse } from './analyse.ts';
import { ToneFilter } from './apply.ts';

async function enhanced(picture: Picture): Promise<Picture> {
  const filter = new ToneFilter(picture, await analyse(picture, { strength: 1, error: 0 }));
  const rgb = new Uint8Array(picture.rgb);
  filter.apply(rgb, 0, picture.height);
  return { ...picture, rgb };
}

const normalised = ({ width, height, rgb }: Picture) =>
  pixelsOf(sharp(rgb, { raw: { width, height, channels: 3 } }).normalise());

const flat = (old: number) => 128 + (old - 128) * 0.45;
const hazy = (old: number) => 70 + old * 0.6;

function brightness({ rgb }: Picture) {
  let sum = 0;
  let squares = 0;
  let clipped = 0;
  const pixels = rgb.length / 3;
  for (let at = 0; at < rgb.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(at, at + 3);
    const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
    sum += luma;
    squares += luma * luma;
    if (luma < 1 || luma > 254) clipped += 1;
  }
  const mean = sum / pixels;
  return { mean, contrast: Math.sqrt(squares / pixels - mean * mean), clipped: clipped / pixels };
}

describe.each(photos)('the enhanced %s', (name) => {
  it.each([
    ['dark', dark],
    ['flat', flat],
    ['hazy', hazy],
  ] as const)('regains the contrast that was lost by making it %s', async (_, degrade) => {
    const poor = changed(await bundled(name), degrade);
    const better = await enhanced(poor);
    expect(brightness(better).contrast).toBeGreaterThan(1.4 * brightness(poor).contrast);
    expect(brightness(better).clipped).toBeLessThan(brightness(poor).clipped + 0.02);
  });

  it('is closer to the original of a dark photo than the normalised one', async () => {
    const original = await bundled(name);
    const poor = changed(original, dark);
    const ours = psnr(await enhanced(poor), original);
    expect(ours).toBeGreaterThan(psnr(await normalised(poor), original) + 4);
  });
});

/* The photo of the cat is not used, because it is flat itself and gains contrast. */
it.each(['astronaut.png', 'coffee.png', 'rocket.jpg'])(
  'brings a flat or hazy %s closer to the original',
  async (name) => {
    const original = await bundled(name);
    for (const degrade of [flat, hazy]) {
      const poor = changed(original, degrade);
      expect(psnr(await enhanced(poor), original)).toBeGreaterThan(psnr(poor, original) + 3);
    }
  },
);

it('restores structure that was only blurred', async () => {
  const original = await bundled('coffee.png');
  const { width, height, rgb } = original;
  const raw = { width, height, channels: 3 as const };
  const soft = await pixelsOf(sharp(rgb, { raw }).blur(0.9));
  expect(edges(await enhanced(soft))).toBeGreaterThan(1.1 * edges(soft));
});

/** Returns the mean difference between neighbours in a row. */
function edges({ width, rgb }: Picture): number {
  let sum = 0;
  for (let at = 3; at < rgb.length; at += 3) {
    if (at % (width * 3) !== 0) sum += Math.abs((rgb[at + 1] ?? 0) - (rgb[at - 2] ?? 0));
  }
  return sum / (rgb.length / 3);
}
