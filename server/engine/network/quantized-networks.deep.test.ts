import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundledPhoto, preparedModels } from '../testing/pictures.ts';
import { addNoise, type Picture, pixelsOf, psnr, ssim } from '../testing/quality.ts';
import { runTiled } from './run-tiled.ts';
import { Sessions } from './sessions.ts';
import { enlargingNetwork, type Quality } from './upscalers.ts';

/**
 * Largest allowed loss by the 8-bit version compared with the float version. The result of each
 * version is compared with the photo before it was shrunk. The crisp network turns rounding errors
 * into texture. Its measured loss is 0.05 dB of PSNR and 0.0044 of structural similarity.
 */
const most = {
  crisp: { decibels: 0.1, similarity: 0.006 },
  fine: { decibels: 0.1, similarity: 0.002 },
  fast: { decibels: 0.1, similarity: 0.002 },
};
/**
 * Minimum similarity of the results of the 8-bit and the float version for artificial pictures, in
 * decibels.
 */
const leastAlike = 40;
/**
 * Minimum similarity for pure noise, in decibels. It is lower for the crisp network, which
 * exaggerates noise.
 */
const leastAlikeNoise = { crisp: 28, fine: leastAlike, fast: leastAlike };

let models = '';
beforeAll(async () => {
  models = await preparedModels();
});

type Network = { quality: Quality; scale: 2 | 4 };

async function enlarged(
  picture: Picture,
  { quality, scale }: Network,
  arithmetic: 'float' | 'int8',
) {
  const file = path.join(models, `upscale-${scale}x-${quality}.onnx`);
  const { plainFile, ...spec } = enlargingNetwork(file, scale);
  const parts: Buffer[] = [];
  await runTiled({
    picture,
    spec,
    sessions: new Sessions({ runtime: { arithmetic, accelerators: [] } }),
    onRows: async (rows) => void parts.push(Buffer.from(rows)),
    async onTile() {},
  });
  const { width, height } = picture;
  return { width: width * scale, height: height * scale, rgb: Buffer.concat(parts) };
}

/** Returns a photo, cropped to `side` × `scale` if it is larger, and a copy shrunk by `scale`. */
async function pair(name: string, scale: 2 | 4, side: number) {
  const { width: whole, height: high } = await sharp(bundledPhoto(name)).metadata();
  const width = Math.min(side, Math.floor(whole / scale));
  const height = Math.min(side, Math.floor(high / scale));
  const area = { left: 0, top: 0, width: width * scale, height: height * scale };
  const original = await pixelsOf(sharp(bundledPhoto(name)).extract(area));
  const raw = { width: original.width, height: original.height, channels: 3 as const };
  const small = sharp(original.rgb, { raw }).resize(width, height, { kernel: 'cubic' });
  return { original, small: await pixelsOf(small) };
}

describe.each([
  { quality: 'fast', scale: 2, side: 999 },
  { quality: 'fast', scale: 4, side: 999 },
] as const)('$quality ×$scale in 8 bits', (network) => {
  it.each(['astronaut.png', 'chelsea.png', 'coffee.png', 'rocket.jpg'])(
    'loses hardly anything of %s',
    async (photo) => expectLittleLoss(photo, network),
  );

  it('matches the float network also for noise and black lines on white', async () => {
    await expectAlike(network);
  });
});

describe.each([
  { quality: 'crisp', scale: 2, side: 128 },
  { quality: 'crisp', scale: 4, side: 96 },
  { quality: 'fine', scale: 2, side: 80 },
  { quality: 'fine', scale: 4, side: 64 },
] as const)('$quality ×$scale in 8 bits', (network) => {
  it('loses hardly any quality of a photo', async () => {
    await expectLittleLoss('astronaut.png', network);
    await expectLittleLoss('coffee.png', network);
  });

  it('matches the float network also for noise and black lines on white', async () => {
    await expectAlike(network);
  });
});

async function expectLittleLoss(photo: string, network: Network & { side: number }) {
  const { original, small } = await pair(photo, network.scale, network.side);
  const float = await enlarged(small, network, 'float');
  const int8 = await enlarged(small, network, 'int8');
  expect(int8.rgb.equals(float.rgb)).toBe(false);
  const { decibels, similarity } = most[network.quality];
  expect(psnr(float, original) - psnr(int8, original)).toBeLessThan(decibels);
  expect(ssim(float, original) - ssim(int8, original)).toBeLessThan(similarity);
}

async function expectAlike(network: Network) {
  const side = 48;
  const lines = Buffer.from(
    Uint8Array.from({ length: side * side * 3 }, (_, index) => {
      const [x, y] = [Math.floor(index / 3) % side, Math.floor(index / 3 / side)];
      return x % 16 === 8 || y > 40 ? 0 : 255;
    }),
  );
  const noise = addNoise(Buffer.alloc(side * side * 3, 128), 40);
  const alike = async (rgb: Buffer) => {
    const picture = { width: side, height: side, rgb };
    const float = await enlarged(picture, network, 'float');
    return psnr(await enlarged(picture, network, 'int8'), float);
  };
  expect(await alike(lines)).toBeGreaterThan(leastAlike);
  expect(await alike(noise)).toBeGreaterThan(leastAlikeNoise[network.quality]);
}
