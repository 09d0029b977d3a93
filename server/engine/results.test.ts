import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultSize } from '../../machines/model/forecast.ts';
import type { Engine, EngineFile, EngineResult } from './engine.port.ts';
import { createEngine } from './engine.ts';
import type { FunctionManifest } from './functions/manifest.ts';
import { manifests } from './functions/manifests.ts';
import type { Region } from './image/outputs.ts';
import { writeModelsFolder } from './testing/negative-model.ts';
import { succeedOnce } from './testing/one-run.ts';
import { bundledPhoto, preparedModels, temporaryFolder } from './testing/pictures.ts';
import { addNoise, type Picture, psnr } from './testing/quality.ts';

/*
 * What every picture of a result claims to be is read from its pixels: `before` is the original,
 * `after` the result, the two differ, and nothing of the photo's metadata is left in any of them.
 */

interface Size {
  width: number;
  height: number;
}

type Succeeded = Extract<EngineResult, { kind: 'succeeded' }>;

const size = { width: 200, height: 160 };
const secret = 'Somewhere near Greenwich';
let folder = '';
let engine: Engine;

beforeAll(async () => {
  folder = await temporaryFolder();
  const operatorModelsDir = await writeModelsFolder(path.join(folder, 'models'));
  engine = await createEngine({
    modelsDir: await preparedModels(),
    operatorModelsDir,
    calibrate: false,
  });
});

afterAll(() => engine.close());

/** A noisy face, so that every function has something to do. */
async function photo(kind: 'opaque' | 'transparent'): Promise<string> {
  const pixels = await sharp(bundledPhoto('astronaut.png'))
    .removeAlpha()
    .extract({ left: 125, top: 40, ...size })
    .raw()
    .toBuffer();
  const raw = { ...size, channels: 3 as const };
  const noisy = sharp(addNoise(pixels, 6), { raw });
  const file = path.join(folder, `${kind}.${kind === 'opaque' ? 'jpg' : 'png'}`);
  const bytes =
    kind === 'opaque'
      ? await noisy
          .withIccProfile('p3')
          .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
          .toBuffer()
      : await noisy
          .joinChannel(fade(), { raw: { ...size, channels: 1 } })
          .png()
          .toBuffer();
  const labelled = sharp(bytes)
    .keepIccProfile()
    .withExif({
      IFD0: { ImageDescription: secret },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 28/1 40/1' },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secret}</a></x:xmpmeta>`);
  await writeFile(file, await labelled.toBuffer());
  return file;
}

/** Clear on the left, opaque from the middle on. */
function fade(): Buffer {
  const alpha = Buffer.alloc(size.width * size.height);
  return alpha.map((_, at) =>
    Math.min(255, Math.round(((at % size.width) / (size.width / 4)) * 255)),
  ) as Buffer;
}

/** As somebody sees it on a grey page, at a size. */
async function seen(file: string, { width, height }: Size, area?: Region): Promise<Picture> {
  const visible = sharp(file).flatten({ background: '#808080' }).toColourspace('srgb');
  const cut = area ? visible.extract(area) : visible;
  const rgb = await sharp(await cut.png().toBuffer())
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { width, height, rgb };
}

/** The part of the original that a picture shows: the whole, or the square that fits best. */
async function original(input: string, shown: EngineFile, at: Size): Promise<Picture> {
  const isSquare = shown.width === shown.height;
  if (!isSquare) return seen(input, at);
  const picture = await seen(shown.path, shown);
  let best: { area: Region; likeness: number } | undefined;
  for (let top = 0; top <= size.height - shown.height; top += 1) {
    for (let left = 0; left <= size.width - shown.width; left += 1) {
      const area = { left, top, width: shown.width, height: shown.height };
      const likeness = psnr(await seen(input, shown, area), picture);
      if (!best || likeness > best.likeness) best = { area, likeness };
    }
  }
  if (!best) throw new Error('The picture is larger than the photo');
  return seen(input, at, best.area);
}

/** 0: the picture has nothing of what the function changed; 1: all of it. */
function shareOfChange(
  picture: Picture,
  { was, result }: { was: Picture; result: Picture },
): number {
  let product = 0;
  let squares = 0;
  for (const [at, old] of was.rgb.entries()) {
    const change = (result.rgb[at] ?? 0) - old;
    product += change * ((picture.rgb[at] ?? 0) - old);
    squares += change * change;
  }
  return product / squares;
}

const codes = [...manifests.map(({ code }) => code), 'negative'];

function describedAs(code: string): FunctionManifest {
  const found = engine.functions().find((description) => description.code === code);
  if (!found) throw new Error(`${code} is not offered`);
  return found;
}

async function expectPromisedSize(code: string, { path: file, width, height }: EngineFile) {
  const { output, limits, downscaleAllowed } = describedAs(code);
  const most = resultSize(size, { output, limits, downscaleAllowed });
  expect(await sharp(file).metadata()).toMatchObject({ width, height });
  if (output.kind === 'scaled') {
    expect({ width, height }).toEqual(most);
  } else {
    expect(width).toBe(height);
    expect(width).toBeGreaterThanOrEqual(output.minSide);
    expect(width).toBeLessThanOrEqual(most.width);
  }
}

const profileOf = async (file: string) => (await sharp(file).metadata()).icc;

/** `profile`: the only thing of the photo that the result may keep, with the numbers it is about. */
async function expectNoMetadata(done: Succeeded, profile: Buffer | undefined) {
  for (const file of [done.result, done.before, done.after, done.thumbnail]) {
    const { exif, xmp, iptc, icc } = await sharp(file.path).metadata();
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    expect(icc).toEqual(file === done.result ? profile : undefined);
    expect(await readFile(file.path, 'latin1')).not.toContain(secret);
  }
}

describe.each(['opaque', 'transparent'] as const)('of a photo that is %s', (kind) => {
  it.each(codes)('%s shows the original before and the result after', async (code) => {
    const input = await photo(kind);
    const done = await succeedOnce(engine, { code, inputPath: input, folder });
    const was = await original(input, done.before, done.after);
    const [before, after, result] = await Promise.all([
      seen(done.before.path, done.after),
      seen(done.after.path, done.after),
      seen(done.result.path, done.after),
    ]);
    const share = (picture: Picture) => shareOfChange(picture, { was, result });
    expect(psnr(result, was)).toBeLessThan(42);
    expect(psnr(before, was)).toBeGreaterThan(31);
    expect(share(after)).toBeCloseTo(1, 0);
    // WebP smooths noise a little too, so that `before` shares some of a change that removes it.
    expect(share(after) - share(before)).toBeGreaterThan(0.25);
    await expectPromisedSize(code, done.result);
    await expectNoMetadata(done, kind === 'opaque' ? await profileOf(input) : undefined);
  });
});
