import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultSize } from '../../machines/model/forecast.ts';
import type { FunctionOption, OptionValue, OptionValues } from '../../machines/model/functions.ts';
import { writeRegions } from '../../machines/model/regions.ts';
import { sideOption } from '../../machines/model/result-side.ts';
import type { Engine } from './engine.port.ts';
import { createEngine } from './engine.ts';
import { manifests } from './functions/manifests.ts';
import { dark } from './testing/degraded.ts';
import { runOnce, succeedOnce } from './testing/one-run.ts';
import { bundledPhoto, preparedModels, temporaryFolder } from './testing/pictures.ts';
import { addNoise } from './testing/quality.ts';

let engine: Engine;
const folder = temporaryFolder();

beforeAll(async () => {
  engine = await createEngine({ modelsDir: await preparedModels(), calibrate: false });
});

afterAll(() => engine.close());

const pixels = (file: string) => sharp(file).removeAlpha().raw().toBuffer();

async function made(code: string, inputPath: string, options: OptionValues): Promise<Buffer> {
  const { result } = await succeedOnce(engine, { code, inputPath, options, folder });
  return pixels(result.path);
}

/** Returns the mean difference per byte. */
const distance = (a: Buffer, b: Buffer) =>
  a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;

async function poorPhoto(name: 'noisy' | 'dark'): Promise<string> {
  const size = { width: 240, height: 180 };
  const area = { left: 60, top: 60, ...size };
  const clean = await sharp(bundledPhoto('coffee.png'))
    .removeAlpha()
    .extract(area)
    .raw()
    .toBuffer();
  const file = path.join(folder, `${name}.png`);
  const poor = name === 'noisy' ? addNoise(clean, 12) : clean.map(dark);
  await sharp(poor, { raw: { ...size, channels: 3 } })
    .png()
    .toFile(file);
  return file;
}

describe('the strength', () => {
  it.each([
    ['enhance', 'dark'],
    ['denoise', 'noisy'],
  ] as const)('of %s changes a %s photo more if it is higher', async (code, name) => {
    const input = await poorPhoto(name);
    const original = await pixels(input);
    const distances: number[] = [];
    for (const strength of [10, 30, 50, 70, 100]) {
      distances.push(distance(await made(code, input, { strength }), original));
    }
    for (const [at, next] of distances.slice(1).entries()) {
      expect(next, `${distances}`).toBeGreaterThan((distances[at] ?? 0) * 1.02);
    }
    expect(distances.at(-1), `${distances}`).toBeGreaterThan(1.5 * (distances[0] ?? 0));
  });

  it.each([
    ['enhance', 50],
    ['denoise', 100],
  ])('of %s is %i percent by default', async (code, strength) => {
    const input = await poorPhoto('noisy');
    expect(await made(code, input, {})).toEqual(await made(code, input, { strength }));
  });
});

/** Returns two or more values of an option, each of which must give a different picture. */
function valuesOf(option: FunctionOption): OptionValue[] {
  if (option.kind === 'number') return [option.min, option.max];
  if (option.kind === 'choice') {
    return [...option.choices.map(({ value }) => value), ...(option.own ? ['#3366ff'] : [])];
  }
  if (option.kind === 'strokes') return ['', '+800:500,500', '-800:4400,2400'];
  return option.kind === 'switch' ? [false, true] : [];
}

const everyOption = manifests.flatMap(({ code, options }) =>
  options.flatMap((option) => {
    // these options have their own tests, below or in the function's folder
    const hasOwnTest = option.name === sideOption || code === 'better';
    const values = hasOwnTest ? [] : valuesOf(option);
    return values.length > 0 ? [{ code, name: option.name, values }] : [];
  }),
);

it.each(everyOption)('$name of $code makes a difference (R43)', async ({ code, name, values }) => {
  const pictures = new Set<string>();
  for (const value of values) {
    const picture = await made(code, bundledPhoto('astronaut.png'), { [name]: value });
    pictures.add(createHash('sha256').update(picture).digest('hex'));
  }
  expect(pictures.size).toBe(values.length);
});

it('the side of an enlargement is the longest side of the result, as promised (R43)', async () => {
  const photo = { width: 600, height: 400 };
  for (const side of [1000, 5000]) {
    const { result } = await succeedOnce(engine, {
      code: 'upscale-2x-fast',
      inputPath: bundledPhoto('coffee.png'),
      options: { side },
      folder,
    });
    const manifest = manifests.find(({ code }) => code === 'upscale-2x-fast');
    if (!manifest) throw new Error('upscale-2x-fast is not in the list');
    const { width, height } = await sharp(result.path).metadata();
    expect({ width, height }).toEqual(resultSize(photo, manifest, { side }));
    expect(width).toBe(Math.min(side, 1200));
  }
});

describe('the kind of cover', () => {
  const width = 512;
  /* Eyes, nose and mouth of the astronaut, well inside the outline. */
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

  it('decides what covers a face and changes nothing else', async () => {
    const input = bundledPhoto('astronaut.png');
    const original = await pixels(input);
    const blurred = await made('face-blur', input, { kind: 'blur', text: false });
    const pixelled = await made('face-blur', input, { kind: 'pixels', text: false });
    const solid = await made('face-blur', input, { kind: 'solid', text: false });
    expect(coloursOf(solid).size).toBe(1);
    expect(coloursOf(pixelled).size).toBeGreaterThan(4);
    expect(coloursOf(pixelled).size).toBeLessThan(60);
    expect(coloursOf(blurred).size).toBeGreaterThan(500);
    const suit = width * 340 * 3;
    for (const picture of [blurred, pixelled, solid]) {
      expect(picture.subarray(suit).equals(original.subarray(suit))).toBe(true);
    }
    expect(await made('face-blur', input, { text: false })).toEqual(blurred);
  });
});

describe('the open regions of Hide', () => {
  const file = () => path.join(folder, 'friends.png');
  const portrait = { width: 150, height: 150 };
  const places = [0, 1, 2].map((index) => ({ left: 40 + index * 230, top: 60, ...portrait }));

  /** Writes a photo with three copies of the astronaut, side by side. */
  async function writeFriends(): Promise<string> {
    const head = await sharp(bundledPhoto('astronaut.png'))
      .removeAlpha()
      .extract({ left: 150, top: 45, ...portrait })
      .png()
      .toBuffer();
    const create = { width: 700, height: 270, channels: 3 as const, background: '#456' };
    await sharp({ create })
      .composite(places.map(({ left, top }) => ({ input: head, left, top })))
      .png()
      .toFile(file());
    return file();
  }

  const cut = (picture: string, place: (typeof places)[number]) =>
    sharp(picture).removeAlpha().extract(place).raw().toBuffer();

  /** Returns the faces. The text detector takes three equal squares in a row for letters. */
  const search = async (inputPath: string) => {
    const { signal } = new AbortController();
    const found = await engine.findRegions({ code: 'face-blur', inputPath, signal });
    return found.filter(({ shows }) => shows === 'face');
  };

  /** Returns, for each face, true if its pixels have changed. */
  async function covered(inputPath: string, values: OptionValues) {
    const given = { code: 'face-blur', inputPath, options: { text: false, ...values }, folder };
    const { result, faces } = await succeedOnce(engine, given);
    const changes = places.map(
      async (place) => !(await cut(inputPath, place)).equals(await cut(result.path, place)),
    );
    return { changed: await Promise.all(changes), faces };
  }

  it('are found before the start, from left to right, in the same order each time', async () => {
    const input = await writeFriends();
    const regions = await search(input);
    expect(regions).toHaveLength(3);
    for (const [index, { left, width, top, height }] of regions.entries()) {
      const centre = { x: (left + width / 2) * 700, y: (top + height / 2) * 270 };
      expect(Math.abs(centre.x - (places[index]?.left ?? 0) - 75)).toBeLessThan(25);
      expect(centre.y).toBeGreaterThan(60);
      expect(centre.y).toBeLessThan(210);
    }
    expect(await search(input)).toEqual(regions);
  });

  it('keep every pixel, and the others are covered', async () => {
    const input = await writeFriends();
    const [left, middle, right] = await search(input);
    if (!left || !middle || !right) throw new Error('The faces were not found');
    const all = await covered(input, {});
    expect(all).toEqual({ changed: [true, true, true], faces: 3 });
    const one = await covered(input, { open: writeRegions([middle]) });
    expect(one).toEqual({ changed: [true, false, true], faces: 3 });
    const two = await covered(input, { open: writeRegions([left, right]), kind: 'solid' });
    expect(two).toEqual({ changed: [false, true, false], faces: 3 });
  });

  it('leave nothing to do if they are all open', async () => {
    const input = await writeFriends();
    const options = { text: false, open: writeRegions(await search(input)) };
    const result = await runOnce(engine, { code: 'face-blur', inputPath: input, options, folder });
    expect(result).toEqual({ kind: 'rejected', reason: 'nothing_to_hide' });
  });

  it('are none in a photo without faces and text', async () => {
    expect(await search(bundledPhoto('coffee.png'))).toEqual([]);
  });

  it('are found while a job runs, and a search can be stopped', async () => {
    const input = await writeFriends();
    const cancel = new AbortController();
    const job = runOnce(engine, {
      code: 'upscale-4x-fine',
      inputPath: bundledPhoto('coffee.png'),
      folder,
      signal: cancel.signal,
    });
    const cancelled = expect(job).rejects.toMatchObject({ code: 'cancelled' });
    const stop = new AbortController();
    const stopped = engine.findRegions({
      code: 'face-blur',
      inputPath: input,
      signal: stop.signal,
    });
    const found = search(input);
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    expect(await found).toHaveLength(3);
    cancel.abort();
    await cancelled;
  });

  it('are refused in a file that is not a photo', async () => {
    const input = path.join(folder, 'text.png');
    await writeFile(input, 'no picture');
    await expect(search(input)).rejects.toMatchObject({ code: 'not_an_image' });
  });
});
