import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { enlargers } from './enlargers.ts';
import { convertEsrgan } from './esrgan.ts';
import { findPackage } from './find-package.ts';
import { readLayersModel } from './layers-model.ts';
import { type FloatPicture, loadTensorFlowModel } from './testing/tensorflow-model.ts';

const side = 32;
const photo = path.resolve(import.meta.dirname, '../../tests/photos/astronaut.png');

async function tile(left: number, top: number): Promise<FloatPicture> {
  const data = await sharp(photo)
    .removeAlpha()
    .extract({ left, top, width: side, height: side })
    .raw()
    .toBuffer();
  return { width: side, height: side, values: Float32Array.from(data, (value) => value / 255) };
}

/** Returns the largest difference in steps of 255. Rounding to bytes accounts for half a step. */
function largestDifference(bytes: Uint8Array, expected: Float32Array): number {
  expect(bytes).toHaveLength(expected.length);
  return bytes.reduce((most, byte, index) => {
    const value = Math.min(1, Math.max(0, expected[index] ?? 0)) * 255;
    return Math.max(most, Math.abs(byte - value));
  }, 0);
}

const published = enlargers.filter(({ rangesOf }) => rangesOf === undefined);

describe.each(published)('$from, $folder', ({ from, folder: within, scale }) => {
  it('gives the same result as TensorFlow.js', async () => {
    const folder = path.join(findPackage(from), within);
    const result = { scale, filter: null, halved: false };
    const file = convertEsrgan(await readLayersModel(folder), result);
    const session = await InferenceSession.create(file);
    const reference = await loadTensorFlowModel(folder, scale);
    for (const picture of [await tile(200, 60), await tile(330, 300)]) {
      const expected = await reference.run(picture);
      const bytes = Uint8Array.from(picture.values, (value) => Math.round(value * 255));
      const input = new Tensor('uint8', bytes, [1, side, side, 3]);
      const { output } = await session.run({ input });
      expect(output?.dims).toEqual([1, side * scale, side * scale, 3]);
      const pixels = output?.data as Uint8Array;
      expect(largestDifference(pixels, expected.values)).toBeLessThan(0.55);
    }
    await session.release();
  });
});
