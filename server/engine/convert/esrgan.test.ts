import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type FloatPicture, loadTensorFlowModel } from '../testing/tensorflow-model.ts';
import { convertEsrgan } from './esrgan.ts';
import { readLayersModel } from './layers-model.ts';
import { findPackage } from './prepare-models.ts';

const side = 32;
const photo = path.resolve(import.meta.dirname, '../../../tests/photos/astronaut.png');

async function tile(left: number, top: number): Promise<FloatPicture> {
  const data = await sharp(photo)
    .removeAlpha()
    .extract({ left, top, width: side, height: side })
    .raw()
    .toBuffer();
  return { width: side, height: side, values: Float32Array.from(data, (value) => value / 255) };
}

function toPlanes({ width, height, values }: FloatPicture): Float32Array {
  const pixels = width * height;
  return Float32Array.from({ length: values.length }, (_, index) => {
    const colour = Math.floor(index / pixels);
    return values[(index % pixels) * 3 + colour] ?? 0;
  });
}

function largestDifference(a: Float32Array, b: Float32Array): number {
  expect(a).toHaveLength(b.length);
  return a.reduce((most, value, index) => Math.max(most, Math.abs(value - (b[index] ?? 0))), 0);
}

describe.each([
  { name: 'medium', scale: 2 },
  { name: 'medium', scale: 4 },
  { name: 'thick', scale: 2 },
  { name: 'thick', scale: 4 },
] as const)('esrgan-$name ×$scale', ({ name, scale }) => {
  it('gives the numbers of TensorFlow.js', { tags: ['whole'] }, async () => {
    const folder = path.join(findPackage(`@upscalerjs/esrgan-${name}`), 'models', `x${scale}`);
    const file = convertEsrgan(await readLayersModel(folder), { scale, gridFilter: false });
    const session = await InferenceSession.create(file);
    const reference = await loadTensorFlowModel(folder, scale);
    for (const picture of [await tile(200, 60), await tile(330, 300)]) {
      const expected = await reference.run(picture);
      const input = new Tensor('float32', toPlanes(picture), [1, 3, side, side]);
      const { output } = await session.run({ input });
      const values = output?.data as Float32Array;
      expect(largestDifference(values, toPlanes(expected))).toBeLessThan(1e-3);
    }
    await session.release();
  });
});
