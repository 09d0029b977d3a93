import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { bundledPhoto, preparedModels } from '../testing/pictures.ts';
import { type Picture, pixelsOf, psnr } from '../testing/quality.ts';
import { runTiled } from './run-tiled.ts';
import { Sessions } from './sessions.ts';
import { enlargingNetwork, type Quality } from './upscalers.ts';

let models = '';
beforeAll(async () => {
  models = await preparedModels();
});

const sessions = new Sessions({ max: 2, runtime: { arithmetic: 'int8', accelerators: [] } });

async function enlarged(picture: Picture, quality: Quality, scale: 2 | 4): Promise<Picture> {
  const parts: Buffer[] = [];
  await runTiled({
    picture,
    spec: enlargingNetwork(path.join(models, `upscale-${scale}x-${quality}.onnx`), scale),
    sessions,
    onRows: async (rows) => void parts.push(Buffer.from(rows)),
    async onTile() {},
  });
  const { width, height } = picture;
  return { width: width * scale, height: height * scale, rgb: Buffer.concat(parts) };
}

/** Returns the mean difference between a pixel and its four neighbours, in steps of 255. */
function sharpness({ width, rgb }: Picture): number {
  const row = width * 3;
  let sum = 0;
  for (let at = row + 3; at < rgb.length - row - 3; at += 1) {
    const around = [at - 3, at + 3, at - row, at + row].map((index) => rgb[index] ?? 0);
    sum += Math.abs((rgb[at] ?? 0) - around.reduce((total, value) => total + value, 0) / 4);
  }
  return sum / (rgb.length - 2 * row - 6);
}

it.each([
  ['astronaut.png', 2],
  ['astronaut.png', 4],
  ['chelsea.png', 4],
] as const)('brings back more of %s at ×%i than the fine network', async (name, scale) => {
  const side = 64 * scale;
  const area = { left: 180, top: 40, width: side, height: side };
  const original = await pixelsOf(sharp(bundledPhoto(name)).extract(area));
  const raw = { width: side, height: side, channels: 3 as const };
  const small = await pixelsOf(sharp(original.rgb, { raw }).resize(64, 64, { kernel: 'cubic' }));
  const crisp = await enlarged(small, 'crisp', scale);
  const fine = await enlarged(small, 'fine', scale);
  expect(sharpness(crisp)).toBeGreaterThan(1.5 * sharpness(fine));
  expect(sharpness(crisp)).toBeLessThan(1.2 * sharpness(original));
  expect(psnr(crisp, original)).toBeGreaterThan(psnr(fine, original) - 0.5);
});

it.each([2, 4] as const)(
  'keeps colours at ×%i, so that they match interpolated areas',
  async (scale) => {
    for (const colour of [
      [20, 40, 80],
      [200, 190, 185],
      [255, 255, 255],
    ]) {
      const rgb = Uint8Array.from({ length: 20 * 20 * 3 }, (_, index) => colour[index % 3] ?? 0);
      const result = await enlarged({ width: 20, height: 20, rgb }, 'crisp', scale);
      const most = result.rgb.reduce((so, value, index) => {
        return Math.max(so, Math.abs(value - (colour[index % 3] ?? 0)));
      }, 0);
      expect(most).toBeLessThanOrEqual(2);
    }
  },
);
