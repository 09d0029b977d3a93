import { describe, expect, it } from 'vitest';
import {
  bundled,
  changed,
  compressed,
  dark,
  degradations,
  degraded,
  photos,
  rawOf,
  withNoise,
} from '../../testing/degraded.ts';
import { preparedModels } from '../../testing/pictures.ts';
import { type Picture, pixelsOf, psnr, ssim } from '../../testing/quality.ts';
import { runBody, runOrKeep } from '../../testing/run-body.ts';
import { surveyOf } from '../function.ts';
import { better } from './manifest.ts';
import { examine, type Part } from './needs.ts';

const run = async (picture: Picture, options: Partial<Record<Part, boolean>> = {}) =>
  runBody(await preparedModels(), 'better', picture, options);

const found = async (picture: Picture) => {
  const survey = surveyOf({ ...picture, alpha: null, icc: null, format: 'png' });
  return (await examine(survey, async () => [])).parts;
};

const hazy = (old: number) => 70 + old * 0.6;

const poor: Record<Exclude<Part, 'size'>, (photo: Picture) => Promise<Picture>> = {
  noise: async (photo) => withNoise(photo, 15),
  blocks: (photo) => compressed(photo, 25),
  light: async (photo) => changed(photo, dark),
  contrast: async (photo) => changed(photo, hazy),
  sharpness: async (photo) => pixelsOf(rawOf(photo).blur(1.4)),
};

describe.each(photos)('%s', (name) => {
  it.each(degradations.filter((row) => row.name !== 'clean' && !row.name.startsWith('half')))(
    'with $name becomes at least as similar to the original (R43)',
    async (row) => {
      const { original, input } = await degraded(name, row);
      const result = await runOrKeep(await preparedModels(), 'better', input, { size: false });
      expect(psnr(result, original)).toBeGreaterThanOrEqual(psnr(input, original));
      expect(ssim(original, result)).toBeGreaterThanOrEqual(ssim(original, input));
      if (row.name === 'soft') return;
      expect(psnr(result, original)).toBeGreaterThan(psnr(input, original) + 0.05);
    },
  );

  it('of half the size with JPEG 50 becomes more similar than an interpolated copy', async () => {
    const whole = await bundled(name);
    const [width, height] = [whole.width & ~1, whole.height & ~1];
    const original = await pixelsOf(rawOf(whole).extract({ left: 0, top: 0, width, height }));
    const small = rawOf(original).resize(width / 2, height / 2);
    const input = await compressed(await pixelsOf(small), 50);
    const plain = await pixelsOf(rawOf(input).resize(width, height, { kernel: 'lanczos3' }));
    const result = await run(input);
    expect([result.width, result.height]).toEqual([width, height]);
    expect(psnr(result, original)).toBeGreaterThan(psnr(plain, original) + 0.3);
    expect(ssim(original, result)).toBeGreaterThan(ssim(original, plain) + 0.005);
  });

  it('needs no repair but its size, and is refused without the enlargement (R43)', async () => {
    const clean = await bundled(name);
    expect(await found(clean)).toEqual(['size']);
    await expect(run(clean, { size: false })).rejects.toMatchObject({ code: 'nothing_to_improve' });
  });
});

it.each(Object.entries(poor))(
  '%s is found, done, and not done if switched off (R43)',
  async (part, spoil) => {
    const input = await spoil(await bundled('astronaut.png'));
    expect(await found(input)).toEqual([part, 'size']);
    const off = run(input, { size: false, [part]: false });
    await expect(off).rejects.toMatchObject({ code: 'nothing_to_improve' });
    const same = new Uint8Array(input.rgb);
    expect((await run(input, { size: false })).rgb).not.toEqual(same);
  },
);

it('enlarges photos up to the limit, and no larger ones', async () => {
  const { maxPixels } = better.output.small;
  const width = 1000;
  const ofHeight = async (height: number) =>
    found(await pixelsOf(rawOf(await bundled('coffee.png')).resize(width, height)));
  expect(await ofHeight(maxPixels / width)).toContain('size');
  expect(await ofHeight(maxPixels / width + 1)).not.toContain('size');
});
