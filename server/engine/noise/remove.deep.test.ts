import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Sessions } from '../network/sessions.ts';
import { bundled, compressed, photos, rawOf, withNoise } from '../testing/degraded.ts';
import { preparedModels } from '../testing/pictures.ts';
import { type Picture, pixelsOf, psnr, ssim } from '../testing/quality.ts';
import { estimateBlocks } from './estimate-blocks.ts';
import { removeNoise } from './remove.ts';

const sessions = new Sessions();

async function cleaned(picture: Picture, strength = 1): Promise<Picture> {
  const file = path.join(await preparedModels(), 'denoise.onnx');
  const rgb = await removeNoise(picture, {
    sessions,
    file,
    noise: strength,
    blocks: strength,
    async onProgress() {},
  });
  return { ...picture, rgb };
}

describe.each(photos)('%s', (name) => {
  it.each([15, 25])(
    'with noise of %i levels gains from every step of the strength',
    async (sigma) => {
      const original = await bundled(name);
      const noisy = withNoise(original, sigma);
      let before = ssim(original, noisy);
      for (const strength of [0.1, 0.4, 0.7, 1]) {
        const after = ssim(original, await cleaned(noisy, strength));
        expect(after, `strength ${strength}`).toBeGreaterThan(before);
        before = after;
      }
    },
  );

  it('shows its blocks less after strong compression', async () => {
    const original = await bundled(name);
    const blocky = await compressed(original, 25);
    let before = ssim(original, blocky);
    for (const strength of [0.1, 0.5, 1]) {
      const after = ssim(original, await cleaned(blocky, strength));
      expect(after, `strength ${strength}`).toBeGreaterThan(before);
      before = after;
    }
    const clean = await cleaned(blocky);
    expect(psnr(clean, original)).toBeGreaterThan(psnr(blocky, original) + 0.05);
    expect(ssim(original, clean)).toBeGreaterThan(ssim(original, blocky) + 0.003);
    expect(estimateBlocks(clean)).toBeLessThan(estimateBlocks(blocky) * 0.75);
  });

  it('hardly changes without noise and blocks', async () => {
    const original = await bundled(name);
    expect(psnr(await cleaned(original), original)).toBeGreaterThan(42);
  });
});

describe('the estimate of blocks', () => {
  const crop = async (picture: Picture) =>
    pixelsOf(rawOf(picture).extract({ left: 101, top: 63, width: 320, height: 230 }));

  it.each(['astronaut.png', 'chelsea.png', 'coffee.png'])(
    'of %s grows with the compression, wherever the grid begins',
    async (name) => {
      const original = await bundled(name);
      expect(estimateBlocks(original)).toBe(0);
      let before = 0;
      for (const quality of [90, 70, 50, 25]) {
        const after = estimateBlocks(await crop(await compressed(original, quality)));
        expect(after, `quality ${quality}`).toBeGreaterThan(before);
        before = after;
      }
    },
  );

  it('is zero for noise, for a chessboard of 8 × 8 pixels and for a tiny picture', async () => {
    const original = await bundled('coffee.png');
    expect(estimateBlocks(withNoise(original, 15))).toBe(0);
    const side = 128;
    const board = Uint8Array.from({ length: side * side * 3 }, (_, index) => {
      const pixel = Math.floor(index / 3);
      return (((pixel % side) >> 3) + (Math.floor(pixel / side) >> 3)) & 1 ? 200 : 40;
    });
    expect(estimateBlocks({ width: side, height: side, rgb: board })).toBe(0);
    expect(estimateBlocks({ width: 1, height: 1, rgb: new Uint8Array(3) })).toBe(0);
  });

  it('ignores hidden pixels', async () => {
    const blocky = await compressed(await bundled('coffee.png'), 25);
    const alpha = new Uint8Array(blocky.width * blocky.height);
    expect(estimateBlocks({ ...blocky, alpha })).toBe(0);
    expect(estimateBlocks({ ...blocky, alpha: alpha.fill(255) })).toBe(estimateBlocks(blocky));
  });
});
