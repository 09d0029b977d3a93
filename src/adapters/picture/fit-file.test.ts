import { describe, expect, it } from 'vitest';
import { fitFile, sensible } from './fit-file.ts';

type Size = { width: number; height: number };

/**
 * A codec whose file size grows with pixels and quality. Each file has a header of constant size.
 */
const codec = (bytesPerPixel: number, head = 600) => {
  const tries: (Size & { quality: number })[] = [];
  const encode = async ({ width, height }: Size, quality: number) => {
    tries.push({ width, height, quality });
    const bytes = width * height * bytesPerPixel * 2 ** ((quality - 50) / 15);
    return { size: Math.ceil(head + bytes), quality };
  };
  return { encode, tries };
};

const picture = { width: 4000, height: 3000, quality: 80, maxBytes: null, isLossy: true };

it('makes one file of the chosen quality if there is no limit', async () => {
  const { encode, tries } = codec(0.1);
  const { file, ...size } = await fitFile(picture, encode);
  expect([size, file.quality, tries.length]).toEqual([{ width: 4000, height: 3000 }, 80, 1]);
});

const limits = [10_000, 50_000, 200_000, 500_000, 2_000_000, 20_000_000];
const weights = [0.0005, 0.01, 0.05, 0.3, 2];
const shapes = [
  { width: 4000, height: 3000 },
  { width: 12_000, height: 40 },
  { width: 640, height: 480 },
  { width: 1, height: 1 },
];

describe('a limit', () => {
  const cases = limits.flatMap((maxBytes) =>
    weights.flatMap((weight) => shapes.map((shape) => ({ maxBytes, weight, shape }))),
  );

  it('is kept by every file, with few tries (R87)', async () => {
    for (const { maxBytes, weight, shape } of cases) {
      for (const isLossy of [true, false]) {
        const { encode, tries } = codec(weight);
        const { file } = await fitFile({ ...picture, ...shape, maxBytes, isLossy }, encode);
        expect(file.size).toBeLessThanOrEqual(maxBytes);
        expect(tries.length).toBeLessThan(14);
      }
    }
  });

  it('scales the picture down only if the lowest sensible quality is too large', async () => {
    for (const { maxBytes, weight, shape } of cases) {
      const { encode } = codec(weight);
      const lowest = await encode(shape, sensible.least);
      const { width } = await fitFile({ ...picture, ...shape, maxBytes }, encode);
      expect(width < shape.width).toBe(lowest.size > maxBytes && shape.width > 1);
    }
  });

  it('is used well: a better quality would be too large', async () => {
    const { encode } = codec(0.01);
    const { file } = await fitFile({ ...picture, maxBytes: 200_000 }, encode);
    expect(file.size).toBeGreaterThan(180_000);
  });

  it('gives the best sensible quality if every quality is small enough', async () => {
    const { encode } = codec(0.0005);
    const { file } = await fitFile({ ...picture, maxBytes: 200_000 }, encode);
    expect(file.quality).toBe(sensible.most);
  });

  it('is refused if even one pixel is too large', async () => {
    const { encode } = codec(0.1, 600);
    const fitted = fitFile({ ...picture, maxBytes: 500 }, encode);
    await expect(fitted).rejects.toThrow('No file is below the limit.');
  });
});
