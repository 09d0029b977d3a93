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
 * Checks the pixels of each picture in a result: `before` must match the original, `after` must
 * match the result, and the two must differ. No picture may contain the photo's metadata.
 */

interface Size {
  width: number;
  height: number;
}

type Succeeded = Extract<EngineResult, { kind: 'succeeded' }>;

/**
 * Tests with faces need larger pictures. The other pictures are small, because upscaling time grows
 * with the pixels.
 */
const sizes = {
  face: { width: 200, height: 160 },
  portrait: { width: 150, height: 120 },
  enlarged: { width: 60, height: 48 },
};

function sizeFor(code: string): Size {
  if (code.startsWith('upscale')) return sizes.enlarged;
  return code === 'face-portrait' ? sizes.portrait : sizes.face;
}
const secret = 'Somewhere near Greenwich';
const folder = temporaryFolder();
let engine: Engine;

beforeAll(async () => {
  const operatorModelsDir = await writeModelsFolder(path.join(folder, 'models'));
  engine = await createEngine({
    modelsDir: await preparedModels(),
    operatorModelsDir,
    calibrate: false,
  });
});

afterAll(() => engine.close());

/** Writes a photo of a face with noise, so that every function has an effect. */
async function photo(kind: 'opaque' | 'transparent', size: Size): Promise<string> {
  const pixels = await sharp(bundledPhoto('astronaut.png'))
    .removeAlpha()
    .extract({ left: 125, top: 40, ...sizes.face })
    .resize(size.width, size.height)
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
          .joinChannel(fade(size), { raw: { ...size, channels: 1 } })
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

/** Returns an opacity that grows from 0 at the left edge to 255 at a quarter of the width. */
function fade(size: Size): Buffer {
  const alpha = Buffer.alloc(size.width * size.height);
  return alpha.map((_, at) =>
    Math.min(255, Math.round(((at % size.width) / (size.width / 4)) * 255)),
  ) as Buffer;
}

/** Returns the picture on a grey background, resized to this size. */
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

/**
 * Returns the mean difference between a picture and a part of the photo with the same size.
 * Compares every third pixel.
 */
function distance(photo: Picture, { left, top }: Region, { width, height, rgb }: Picture): number {
  let sum = 0;
  for (let y = 0; y < height; y += 3) {
    for (let x = 0; x < width; x += 3) {
      const there = ((top + y) * photo.width + left + x) * 3;
      const here = (y * width + x) * 3;
      for (const channel of [0, 1, 2]) {
        sum += ((photo.rgb[there + channel] ?? 0) - (rgb[here + channel] ?? 0)) ** 2;
      }
    }
  }
  return sum;
}

/**
 * Returns the part of the original that a picture shows: all of it, or the square that matches
 * best.
 */
async function original(input: string, { before, after }: Succeeded, size: Size): Promise<Picture> {
  const { width, height } = before;
  if (width !== height) return seen(input, after);
  const [photo, picture] = [await seen(input, size), await seen(before.path, before)];
  let best: { area: Region; distance: number } | undefined;
  for (let top = 0; top <= size.height - height; top += 1) {
    for (let left = 0; left <= size.width - width; left += 1) {
      const area = { left, top, width, height };
      const found = distance(photo, area, picture);
      if (!best || found < best.distance) best = { area, distance: found };
    }
  }
  if (!best) throw new Error('The picture is larger than the photo');
  return seen(input, after, best.area);
}

/**
 * Returns the share of the function's change that is visible in a picture: 0 for none, 1 for the
 * whole change.
 */
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

async function expectPromisedSize(code: string, result: EngineFile, size: Size) {
  const { path: file, width, height } = result;
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

/**
 * Expects that no file of the result has metadata, except for `profile`, the expected colour
 * profile of the result.
 */
async function expectNoMetadata(done: Succeeded, profile: Buffer | undefined) {
  for (const file of [done.result, done.before, done.after, done.thumbnail]) {
    const { exif, xmp, iptc, icc } = await sharp(file.path).metadata();
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    expect(icc).toEqual(file === done.result ? profile : undefined);
    expect(await readFile(file.path, 'latin1')).not.toContain(secret);
  }
}

describe.each(['opaque', 'transparent'] as const)('results of %s photos', (kind) => {
  it.each(codes)('%s shows the original before and the result after', async (code) => {
    const size = sizeFor(code);
    const input = await photo(kind, size);
    const done = await succeedOnce(engine, { code, inputPath: input, folder });
    const was = await original(input, done, size);
    const [before, after, result] = await Promise.all([
      seen(done.before.path, done.after),
      seen(done.after.path, done.after),
      seen(done.result.path, done.after),
    ]);
    const share = (picture: Picture) => shareOfChange(picture, { was, result });
    expect(psnr(result, was)).toBeLessThan(42);
    expect(psnr(before, was)).toBeGreaterThan(31);
    expect(share(after)).toBeCloseTo(1, 0);
    // WebP also removes some noise, so even `before` shows a part of a change that removes noise.
    expect(share(after) - share(before)).toBeGreaterThan(0.25);
    await expectPromisedSize(code, done.result, size);
    await expectNoMetadata(done, kind === 'opaque' ? await profileOf(input) : undefined);
  });
});
