import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OptionValues } from '../../machines/model/functions.ts';
import type { Engine } from './engine.port.ts';
import { createEngine } from './engine.ts';
import { succeedOnce } from './testing/one-run.ts';
import { bundledPhoto, preparedModels, temporaryFolder } from './testing/pictures.ts';
import { addNoise } from './testing/quality.ts';

let engine: Engine;
let folder = '';

beforeAll(async () => {
  folder = await temporaryFolder();
  engine = await createEngine({ modelsDir: await preparedModels(), calibrate: false });
});

afterAll(() => engine.close());

const pixels = (file: string) => sharp(file).removeAlpha().raw().toBuffer();

async function made(code: string, inputPath: string, options: OptionValues): Promise<Buffer> {
  const { result } = await succeedOnce(engine, { code, inputPath, options, folder });
  return pixels(result.path);
}

/** Mean difference of a byte. */
const distance = (a: Buffer, b: Buffer) =>
  a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;

async function noisyPhoto(): Promise<string> {
  const size = { width: 240, height: 180 };
  const area = { left: 60, top: 60, ...size };
  const clean = await sharp(bundledPhoto('coffee.png'))
    .removeAlpha()
    .extract(area)
    .raw()
    .toBuffer();
  const file = path.join(folder, 'noisy.png');
  await sharp(addNoise(clean, 12), { raw: { ...size, channels: 3 } })
    .png()
    .toFile(file);
  return file;
}

describe('the strength', () => {
  it.each(['enhance', 'denoise'])(
    'of %s changes the photo more, the higher it is',
    async (code) => {
      const input = await noisyPhoto();
      const original = await pixels(input);
      const distances: number[] = [];
      for (const strength of [10, 30, 50, 70, 100]) {
        distances.push(distance(await made(code, input, { strength }), original));
      }
      for (const [at, next] of distances.slice(1).entries()) {
        expect(next, `${distances}`).toBeGreaterThan((distances[at] ?? 0) * 1.02);
      }
      expect(distances.at(-1), `${distances}`).toBeGreaterThan(1.5 * (distances[0] ?? 0));
    },
  );

  it.each(['enhance', 'denoise'])('of %s is a half where none is given', async (code) => {
    const input = await noisyPhoto();
    expect(await made(code, input, {})).toEqual(await made(code, input, { strength: 50 }));
  });
});

describe('the kind of face blur', () => {
  const width = 512;
  /* eyes, nose and mouth of the astronaut, well inside the oval */
  const face = { left: 200, top: 90, width: 48, height: 48 };
  const at = (picture: Buffer, x: number, y: number) =>
    [...picture.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)].join(' ');

  function coloursOf(picture: Buffer): Set<string> {
    const found = new Set<string>();
    for (let y = face.top; y < face.top + face.height; y += 1) {
      for (let x = face.left; x < face.left + face.width; x += 1) found.add(at(picture, x, y));
    }
    return found;
  }

  it('decides what covers a face, and nothing else', async () => {
    const input = bundledPhoto('astronaut.png');
    const original = await pixels(input);
    const blurred = await made('face-blur', input, { kind: 'blur' });
    const pixelled = await made('face-blur', input, { kind: 'pixels' });
    const solid = await made('face-blur', input, { kind: 'solid' });
    expect(coloursOf(solid).size).toBe(1);
    expect(coloursOf(pixelled).size).toBeGreaterThan(4);
    expect(coloursOf(pixelled).size).toBeLessThan(60);
    expect(coloursOf(blurred).size).toBeGreaterThan(500);
    const suit = width * 340 * 3;
    for (const picture of [blurred, pixelled, solid]) {
      expect(picture.subarray(suit).equals(original.subarray(suit))).toBe(true);
    }
    expect(await made('face-blur', input, {})).toEqual(blurred);
  });
});
