import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { EnginePartial } from '../engine.port.ts';
import { bundledPhoto, temporaryFolder } from '../testing/pictures.ts';
import { PartialPicture } from './partial-picture.ts';
import { ShrunkRows } from './shrunk-rows.ts';

const width = 1500;
const height = 1000;

const folder = temporaryFolder();
let rgb: Buffer;
let published: EnginePartial[];
let time: number;
beforeAll(async () => {
  rgb = await sharp(bundledPhoto('coffee.png'))
    .removeAlpha()
    .resize(width, height)
    .raw()
    .toBuffer();
});
beforeEach(() => {
  published = [];
  time = 5000;
});

const sink = {
  rows: 0,
  async write() {},
};

const rows = (from: number, to: number) => rgb.subarray(from * width * 3, to * width * 3);

function open() {
  return new PartialPicture({
    sink,
    folder,
    shape: { width, height, channels: 3 as const, icc: null },
    publish: (partial) => published.push(partial),
    now: () => time,
  });
}

const pixels = async ({ path: file }: EnginePartial) =>
  await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/**
 * Returns the mean difference between the colours of two pictures (RGB or RGBA), in steps of 255.
 */
function difference(one: Uint8Array, other: Uint8Array, count: number): number {
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    if (index % 4 === 3) continue;
    sum += Math.abs((one[index] ?? 0) - (other[index] ?? 0));
  }
  return sum / (count * 0.75);
}

it('shows the finished rows of the result, and nothing below them', async () => {
  const picture = open();
  time += 10_000;
  await picture.write(rows(0, 405));
  expect(published).toHaveLength(1);
  const [partial] = published as [EnginePartial];
  expect(partial).toMatchObject({ width: 768, height: 512 });
  const { data, info } = await pixels(partial);
  expect(info).toMatchObject({ width: 768, height: 512, channels: 4 });
  const done = Math.round(partial.share * info.height);
  expect(done).toBe(Math.floor((405 * 512) / 1000));
  const alphas = data.filter((_, index) => index % 4 === 3);
  expect(alphas.subarray(0, done * 768).every((alpha) => alpha === 255)).toBe(true);
  expect(alphas.subarray(done * 768).every((alpha) => alpha === 0)).toBe(true);

  const count = done * 768 * 4;
  const whole = new ShrunkRows({ width, height, channels: 3 }, 768);
  whole.add(rgb);
  const shown = difference(data, whole.rgba, count);
  expect(shown).toBeLessThan(4);
  // Shrinking the whole result by another method gives nearly the same picture.
  const other = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(768, 512, { kernel: 'linear' })
    .ensureAlpha()
    .raw()
    .toBuffer();
  expect(difference(data, other, count)).toBeLessThan(5);
  // A copy shifted by some rows differs, so the comparison above is not trivial.
  expect(difference(data, other.subarray(768 * 4 * 20), count)).toBeGreaterThan(12);
});

it('gives the same small picture for any split into rows', () => {
  const whole = new ShrunkRows({ width, height, channels: 3 }, 768);
  whole.add(rgb);
  const parts = new ShrunkRows({ width, height, channels: 3 }, 768);
  for (let top = 0; top < height; top += 37) parts.add(rows(top, Math.min(height, top + 37)));
  expect(parts.share).toBe(1);
  expect(Buffer.from(parts.rgba).equals(Buffer.from(whole.rgba))).toBe(true);
});

it('keeps transparent pixels of the result transparent, whatever their colour', () => {
  const small = new ShrunkRows({ width: 4, height: 2, channels: 4 }, 2);
  small.add(Uint8Array.of(...[200, 0, 0, 255, 9, 9, 9, 0, 9, 9, 9, 0, 9, 9, 9, 0]));
  expect(small.share).toBe(0);
  small.add(Uint8Array.of(...[200, 0, 0, 255, 9, 9, 9, 0, 9, 9, 9, 0, 9, 9, 9, 0]));
  expect([...small.rgba]).toEqual([200, 0, 0, 128, 0, 0, 0, 0]);
});

it('shows at most one picture per second, and none shortly before the end', async () => {
  const picture = open();
  const write = async (from: number, to: number, ms: number) => {
    time += ms;
    await picture.write(rows(from, to));
    return published.length;
  };
  expect(await write(0, 100, 900)).toBe(1);
  expect(await write(100, 200, 900)).toBe(1);
  expect(await write(200, 300, 900)).toBe(2);
  // At 9 ms per row, the remaining 100 rows take less than a second.
  expect(await write(300, 900, 5400)).toBe(2);
});

it('shows nothing for a quick job', async () => {
  const picture = open();
  for (let top = 0; top < height; top += 100) {
    time += 150;
    await picture.write(rows(top, top + 100));
  }
  expect(published).toEqual([]);
});

it('shows the rows of an earlier attempt at once, and measures its own speed', async () => {
  const picture = open();
  await picture.resume(
    (async function* () {
      yield rows(0, 400);
      yield rows(400, 800);
    })(),
  );
  expect(published.map(({ share }) => Math.round(share * 512))).toEqual([409]);
  time += 1200;
  await picture.write(rows(800, 900));
  expect(published).toHaveLength(1);
});

it('does not fail a job whose pictures cannot be saved', async () => {
  const picture = new PartialPicture({
    sink,
    folder: path.join(folder, 'missing'),
    shape: { width, height, channels: 3, icc: null },
    publish: (partial) => published.push(partial),
    now: () => time,
  });
  time += 10_000;
  await picture.write(rows(0, 500));
  expect(published).toEqual([]);
  expect(await readdir(folder)).not.toContain('missing');
});
