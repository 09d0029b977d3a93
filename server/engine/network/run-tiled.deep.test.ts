import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundledPhoto, preparedModels } from '../testing/pictures.ts';
import { type NetworkSpec, runTiled } from './run-tiled.ts';
import { Sessions } from './sessions.ts';
import { enlargingNetwork, type Quality } from './upscalers.ts';

let modelsDir = '';
const by = (arithmetic: 'float' | 'int8') =>
  new Sessions({ runtime: { arithmetic, accelerators: [] } });
const sessions = { float: by('float'), int8: by('int8') };

beforeAll(async () => {
  modelsDir = await preparedModels();
});

interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
}

async function crop(name: string, left: number, top: number, width: number, height: number) {
  const rgb = await sharp(bundledPhoto(name))
    .removeAlpha()
    .extract({ left, top, width, height })
    .raw()
    .toBuffer();
  return { width, height, rgb };
}

async function run(
  picture: Picture,
  spec: NetworkSpec,
  arithmetic: 'float' | 'int8' = 'float',
): Promise<Uint8Array> {
  const strips: Buffer[] = [];
  await runTiled({
    picture,
    spec,
    sessions: sessions[arithmetic],
    async onRows(rows) {
      strips.push(Buffer.from(rows));
    },
    async onTile() {},
  });
  return Buffer.concat(strips);
}

function network(scale: 2 | 4, quality: Quality): NetworkSpec {
  return enlargingNetwork(path.join(modelsDir, `upscale-${scale}x-${quality}.onnx`), scale);
}

describe('runTiled', () => {
  it.each([
    { quality: 'fast', scale: 2, size: 130, arithmetic: 'float', most: 1 },
    { quality: 'fast', scale: 4, size: 130, arithmetic: 'float', most: 1 },
    { quality: 'fast', scale: 4, size: 130, arithmetic: 'int8', most: 3 },
    { quality: 'fine', scale: 2, size: 70, arithmetic: 'int8', most: 3 },
  ] as const)(
    'leaves no seams: $quality ×$scale in tiles equals the whole picture, $arithmetic',
    async ({ quality, scale, size, arithmetic, most }) => {
      const picture = await crop('astronaut.png', 180, 40, size + 7, size);
      const { plainFile, ...spec } = network(scale, quality);
      const whole = await run(picture, { ...spec, tile: { area: 9 * size ** 2 } }, arithmetic);
      const tile = { side: 2 * spec.margin + Math.ceil(size / 2.5) };
      const tiled = await run(picture, { ...spec, tile }, arithmetic);
      expect(tiled).toHaveLength(whole.length);
      const differences = tiled.map((value, index) => Math.abs(value - (whole[index] ?? 0)));
      expect(Math.max(...differences.toSorted().slice(-1))).toBeLessThanOrEqual(most);
    },
  );

  it('leaves no seams: fine ×2, float', async () => {
    const picture = await crop('astronaut.png', 180, 40, 77, 70);
    const { plainFile, ...spec } = network(2, 'fine');
    const whole = await run(picture, { ...spec, tile: { area: 9 * 70 ** 2 } });
    const tiled = await run(picture, { ...spec, tile: { side: 2 * spec.margin + 28 } });
    const differences = tiled.map((value, index) => Math.abs(value - (whole[index] ?? 0)));
    expect(Math.max(...differences.toSorted().slice(-1))).toBeLessThanOrEqual(1);
  });

  it('leaves no seam between the network and interpolation of a flat area', async () => {
    // The left half is sky with a little noise; the right half is a face.
    const picture = await crop('astronaut.png', 100, 40, 320, 64);
    for (let pixel = 0; pixel < 320 * 64; pixel += 1) {
      const [x, y] = [pixel % 320, Math.floor(pixel / 320)];
      if (x > 150) continue;
      const noise = ((x * 7919 + y * 104_729) % 5) - 2;
      picture.rgb.fill(140 + x / 8 + y / 4 + noise, pixel * 3, pixel * 3 + 3);
    }
    const { plainFile, ...spec } = network(2, 'fast');
    const byNetwork = await run(picture, spec);
    const mixed = await run(picture, network(2, 'fast'));
    const differences = mixed.map((value, index) => Math.abs(value - (byNetwork[index] ?? 0)));
    const largest = differences.reduce((most, value) => Math.max(most, value), 0);
    expect(largest).toBeGreaterThan(0);
    expect(largest).toBeLessThanOrEqual(5);
  });

  it('ends only after its rows are written, even when it is stopped', async () => {
    const picture = await crop('coffee.png', 0, 0, 40, 60);
    const { plainFile, ...spec } = network(2, 'fast');
    const writing = Promise.withResolvers<void>();
    const events: string[] = [];
    const stopped = runTiled({
      picture,
      spec: { ...spec, tile: { side: 40 } },
      sessions: sessions.int8,
      onRows: async () => {
        events.push('writing');
        await writing.promise;
        events.push('written');
      },
      async onTile(fraction) {
        if (!events.includes('writing')) return;
        events.push('stopped');
        setImmediate(writing.resolve);
        throw new Error(`stopped at ${fraction}`);
      },
    });
    await expect(stopped).rejects.toThrow('stopped at');
    expect(events).toEqual(['writing', 'stopped', 'written']);
  });

  it('runs no network on a picture of one colour', async () => {
    const rgb = new Uint8Array(200 * 100 * 3).fill(77);
    const spec = { ...network(4, 'fine'), file: 'there is none.onnx' };
    const result = await run({ width: 200, height: 100, rgb }, spec);
    expect(result).toHaveLength(800 * 400 * 3);
    expect(result.every((value) => value === 77)).toBe(true);
  });

  it.each([
    ['crisp', 2],
    ['crisp', 4],
    ['fast', 2],
    ['fast', 4],
    ['fine', 2],
  ] as const)('leaves no grid in flat areas: %s ×%i', async (quality, scale) => {
    const side = 20;
    for (const [red, green, blue] of [
      [200, 190, 185],
      [120, 60, 40],
      [20, 40, 80],
    ]) {
      const rgb = new Uint8Array(side * side * 3).map(
        (_, index) => [red ?? 0, green ?? 0, blue ?? 0][index % 3] ?? 0,
      );
      const result = await run({ width: side, height: side, rgb }, network(scale, quality));
      for (let colour = 0; colour < 3; colour += 1) {
        const values = result.filter((_, index) => index % 3 === colour);
        expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(1);
      }
    }
  });

  it.each([
    [9, 8],
    [1, 1],
    [1, 8000],
    [300, 1],
  ])('enlarges a picture of %i × %i pixels', async (width, height) => {
    const rgb = Uint8Array.from({ length: width * height * 3 }, (_, index) => (index * 37) % 256);
    const picture = { width, height, rgb };
    for (const arithmetic of ['float', 'int8'] as const) {
      const result = await run(picture, network(2, 'fast'), arithmetic);
      expect(result).toHaveLength(width * height * 4 * 3);
    }
  });
});
