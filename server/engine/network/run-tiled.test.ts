import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundledPhoto, preparedModels } from '../testing/pictures.ts';
import { type NetworkSpec, runTiled } from './run-tiled.ts';
import { Sessions } from './sessions.ts';
import { enlargingNetwork } from './upscalers.ts';

let modelsDir = '';
const sessions = new Sessions();

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

async function run(picture: Picture, spec: NetworkSpec): Promise<Uint8Array> {
  const strips: Buffer[] = [];
  await runTiled({
    picture,
    spec,
    sessions,
    async onRows(rows) {
      strips.push(Buffer.from(rows));
    },
    async onTile() {},
  });
  return Buffer.concat(strips);
}

function network(scale: 2 | 4, quality: 'fast' | 'fine'): NetworkSpec {
  return enlargingNetwork(
    path.join(modelsDir, `upscale-${scale}x-${quality}.onnx`),
    scale,
    quality,
  );
}

describe('runTiled', () => {
  it.each([
    { quality: 'fast', scale: 2, size: 130 },
    { quality: 'fast', scale: 4, size: 130 },
    { quality: 'fine', scale: 2, size: 70 },
  ] as const)(
    'leaves no seams: $quality ×$scale in tiles is the whole picture',
    async ({ quality, scale, size }) => {
      const picture = await crop('astronaut.png', 180, 40, size + 7, size);
      const spec = network(scale, quality);
      const whole = await run(picture, { ...spec, tile: { area: 9 * size ** 2 } });
      const tiled = await run(picture, { ...spec, tile: { side: 20 + Math.ceil(size / 2.5) } });
      expect(tiled).toHaveLength(whole.length);
      const differences = tiled.map((value, index) => Math.abs(value - (whole[index] ?? 0)));
      expect(Math.max(...differences.toSorted().slice(-1))).toBeLessThanOrEqual(1);
    },
  );

  it.each([
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

  it('enlarges a picture that is smaller than the margin', async () => {
    const result = await run(await crop('coffee.png', 100, 100, 9, 8), network(2, 'fast'));
    expect(result).toHaveLength(18 * 16 * 3);
  });
});
