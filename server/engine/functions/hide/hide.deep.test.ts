import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OptionValues } from '../../../../machines/model/functions.ts';
import { overlapOf, writeRegions } from '../../../../machines/model/regions.ts';
import type { Engine } from '../../engine.port.ts';
import { createEngine } from '../../engine.ts';
import { runOnce, succeedOnce } from '../../testing/one-run.ts';
import { bundledPhoto, preparedModels, temporaryFolder } from '../../testing/pictures.ts';

/* Tests Hide with the real networks, on photos with drawn text. */

const folder = temporaryFolder();
let engine: Engine;

beforeAll(async () => {
  engine = await createEngine({ modelsDir: await preparedModels(), calibrate: false });
});

afterAll(() => engine.close());

type Words = { text: string; x: number; y: number; size: number; angle?: number };

/** Draws words on the photo of a cup, and returns the file. */
async function write(name: string, words: readonly Words[], width = 1200): Promise<string> {
  const height = Math.round((width * 2) / 3);
  const drawn = words.map(
    ({ text, x, y, size, angle = 0 }) =>
      `<g transform="translate(${x} ${y}) rotate(${angle})"><rect x="${-size * 0.3}" y="${-size}" width="${size * 0.62 * text.length + size * 0.6}" height="${size * 1.35}" fill="#fff"/><text font-size="${size}" font-family="DejaVu Sans, Arial, sans-serif" fill="#111">${text}</text></g>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn.join('')}</svg>`;
  const file = path.join(folder, name);
  await sharp(bundledPhoto('coffee.png'))
    .removeAlpha()
    .resize(width, height)
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toFile(file);
  return file;
}

const search = (inputPath: string) =>
  engine.findRegions({ code: 'face-blur', inputPath, signal: new AbortController().signal });

const hide = async (inputPath: string, options: OptionValues = {}) =>
  (await succeedOnce(engine, { code: 'face-blur', inputPath, options, folder })).result.path;

const pixelsOf = async (file: string) => {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { ...info, data };
};

/** Returns the number of changed pixels inside and outside of the regions. */
async function changes(before: string, after: string, regions: Awaited<ReturnType<typeof search>>) {
  const [old, now] = [await pixelsOf(before), await pixelsOf(after)];
  const { width, height } = old;
  expect(now).toMatchObject({ width, height });
  const count = { inside: 0, outside: 0 };
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const from = at * 3;
    if (!Buffer.compare(old.data.subarray(from, from + 3), now.data.subarray(from, from + 3))) {
      continue;
    }
    // a hard edge is at most two pixels wide
    const isInside = regions.some(
      ({ left, top, width: wide, height: high }) =>
        x >= left * width - 2 &&
        x <= (left + wide) * width + 2 &&
        y >= top * height - 2 &&
        y <= (top + high) * height + 2,
    );
    count[isInside ? 'inside' : 'outside'] += 1;
  }
  return count;
}

const plate: Words = { text: 'B AX 1234', x: 120, y: 150, size: 56 };
const small: Words = { text: 'small print 0042', x: 100, y: 700, size: 14 };
const steep: Words = { text: 'Tilted words', x: 700, y: 700, size: 40, angle: -35 };
const upright: Words = { text: 'Upright', x: 1080, y: 120, size: 44, angle: 90 };

describe('text', () => {
  it.each(['blur', 'pixels', 'solid'])(
    'is found in several sizes and angles, and cannot be found any more under %s',
    async (kind) => {
      const input = await write(`${kind}.png`, [plate, small, steep, upright]);
      const regions = await search(input);
      expect(regions.map(({ shows }) => shows)).toEqual(['text', 'text', 'text', 'text']);
      const output = await hide(input, { kind });
      expect(await search(output)).toEqual([]);
      if (kind === 'blur') return;
      const { inside, outside } = await changes(input, output, regions);
      expect(inside).toBeGreaterThan(10_000);
      expect(outside).toBe(0);
    },
  );

  it('keeps no pixel of the letters under a solid cover', async () => {
    const input = await write('plate.png', [plate]);
    const { data, width } = await pixelsOf(await hide(input, { kind: 'solid' }));
    const dark = (x: number, y: number) => data[(y * width + x) * 3] === 24;
    for (let x = plate.x; x < plate.x + 290; x += 1) {
      for (let y = plate.y - 42; y < plate.y; y += 1) expect(dark(x, y)).toBe(true);
    }
  });

  it('has at most one colour per two heights of the letters under pixels', async () => {
    const input = await write('plate.png', [plate]);
    const { data, width } = await pixelsOf(await hide(input, { kind: 'pixels' }));
    const colours = new Set<string>();
    for (let x = plate.x; x < plate.x + 290; x += 1) {
      for (let y = plate.y - 42; y < plate.y; y += 1) {
        const from = (y * width + x) * 3;
        colours.add(data.subarray(from, from + 3).toString('hex'));
      }
    }
    expect(colours.size).toBeLessThanOrEqual(4);
  });

  it('stays visible where the visitor wants it, and if text is switched off', async () => {
    const input = await write('two.png', [plate, steep]);
    const [first, second] = await search(input);
    if (!first || !second) throw new Error('The words were not found');
    const output = await hide(input, { kind: 'solid', open: writeRegions([first]) });
    const left = await search(output);
    expect(left.map((region) => overlapOf(region, first) > 0.9)).toEqual([true]);
    const options = { text: false };
    const result = await runOnce(engine, { code: 'face-blur', inputPath: input, options, folder });
    expect(result).toEqual({ kind: 'rejected', reason: 'nothing_to_hide' });
  });

  it.each([64, 96, 140])('is not found in a row of three heads of %i pixels', async (width) => {
    const head = await sharp(bundledPhoto('astronaut.png'))
      .removeAlpha()
      .extract({ left: 150, top: 10, width: 160, height: 180 })
      .resize(width)
      .png()
      .toBuffer();
    const input = path.join(folder, `heads-${width}.png`);
    const size = { width: 3 * width + 200, height: 3 * width };
    await sharp({ create: { ...size, channels: 3, background: '#c8c2c0' } })
      .composite(
        [0, 1, 2].map((place) => ({
          input: head,
          left: 100 + Math.round(place * width * 1.1),
          top: width,
        })),
      )
      .png()
      .toFile(input);
    expect((await search(input)).map(({ shows }) => shows)).toEqual(['face', 'face', 'face']);
    const options = { face: false };
    const result = await runOnce(engine, { code: 'face-blur', inputPath: input, options, folder });
    expect(result).toEqual({ kind: 'rejected', reason: 'nothing_to_hide' });
  });

  it('is found in a photo of twelve megapixels', async () => {
    const input = await write('large.png', [{ ...small, size: 24 }, plate], 4200);
    expect(await search(input)).toHaveLength(2);
  });
});

describe('the brush', () => {
  it('hides what was missed, and uncovers what should stay visible', async () => {
    const input = bundledPhoto('coffee.png');
    const output = await hide(input, { kind: 'solid', brush: '+500:5000,5000 -200:5000,5000' });
    const [old, now] = [await pixelsOf(input), await pixelsOf(output)];
    const at = (x: number, y: number) => (y * 600 + x) * 3;
    const isSame = (x: number, y: number) =>
      Buffer.compare(
        old.data.subarray(at(x, y), at(x, y) + 3),
        now.data.subarray(at(x, y), at(x, y) + 3),
      ) === 0;
    expect([now.data[at(320, 200)], now.data[at(300, 224)]]).toEqual([24, 24]);
    expect([isSame(300, 200), isSame(340, 200), isSame(10, 10)]).toEqual([true, true, true]);
  });
});

describe('a photo with nothing to hide', () => {
  const plain = (width: number, height: number, alpha = 1) =>
    sharp({ create: { width, height, channels: 4, background: { r: 90, g: 120, b: 80, alpha } } })
      .png()
      .toBuffer();

  it.each([
    ['an even one', 300, 200, 1],
    ['a narrow one', 48, 8000, 1],
    ['a transparent one', 300, 200, 0],
  ])('is rejected: %s', async (_, width, height, alpha) => {
    const inputPath = path.join(folder, 'plain.png');
    await writeFile(inputPath, await plain(width, height, alpha));
    expect(await runOnce(engine, { code: 'face-blur', inputPath, folder })).toEqual({
      kind: 'rejected',
      reason: 'nothing_to_hide',
    });
  });

  it.each([
    [1, 1],
    [1, 8000],
  ])('is refused if it has %i × %i pixels', async (width, height) => {
    const inputPath = path.join(folder, 'tiny.png');
    await writeFile(inputPath, await plain(width, height));
    await expect(runOnce(engine, { code: 'face-blur', inputPath, folder })).rejects.toMatchObject({
      code: 'image_too_small',
    });
  });
});
