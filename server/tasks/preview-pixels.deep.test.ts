import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { previewPicture } from '../../contract/ai-function.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import { preview } from '../engine/budgets.ts';
import type { Engine } from '../engine/engine.port.ts';
import { createEngine } from '../engine/engine.ts';
import { usualRuntime } from '../engine/network/arithmetic.ts';
import { succeedOnce } from '../engine/testing/one-run.ts';
import {
  blackPng,
  bundledPhoto,
  preparedModels,
  temporaryFolder,
} from '../engine/testing/pictures.ts';
import { addNoise, type Picture, psnr } from '../engine/testing/quality.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';

/* Runs the real networks, and tests that a preview shows the same pixels as the result. */

const server = sharedTestServer();
const { signal } = new AbortController();
let engine: Engine;
const folder = temporaryFolder();

beforeAll(async () => {
  // The arithmetic is fixed, so that no measurement comes first. Most machines use int8.
  const runtime = { ...usualRuntime, arithmetic: 'int8' as const };
  const modelsDir = await preparedModels();
  // The time limit is removed for busy machines, because this test only compares pixels.
  const { wallMs } = preview.pool;
  preview.pool.wallMs = Number.POSITIVE_INFINITY;
  try {
    engine = await createEngine({ modelsDir, runtime, calibrate: false });
  } finally {
    preview.pool.wallMs = wallMs;
  }
  Object.assign(server.engine, {
    functions: () => engine.functions(),
    preview: (request: Parameters<Engine['preview']>[0]) => engine.preview({ ...request, signal }),
  });
});

afterAll(() => engine.close());

type Area = { left: number; top: number; width: number; height: number };

const ask = (code: string, image: Buffer | string, options: OptionValues = {}) =>
  server.visitor().call('POST', `/v1/ai-function/notAuth/preview/${code}`, {
    image: typeof image === 'string' ? image : image.toString('base64'),
    options,
  });

async function read(file: Buffer | string, area?: Area): Promise<Picture> {
  const opened = sharp(file).removeAlpha();
  const { data, info } = await (area ? opened.extract(area) : opened)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: data };
}

/**
 * Width, in pixels, of the border in which a preview differs, because the network lacks the pixels
 * outside the square.
 */
const rim = 16;
/**
 * Margin, in pixels, of the larger picture that a run processes. The square of the preview lies in
 * its middle.
 */
const around = 32;

const inside = (side: number, scale: number): Area => ({
  left: rim * scale,
  top: rim * scale,
  width: (side - 2 * rim) * scale,
  height: (side - 2 * rim) * scale,
});

/** Returns a part of the astronaut's face and collar, with the given noise. */
async function pieceOf(side: number, noise: number): Promise<Buffer> {
  const size = { width: side + 2 * around, height: side + 2 * around };
  const piece = await read(bundledPhoto('astronaut.png'), { left: 110, top: 60, ...size });
  const rgb = Buffer.from(piece.rgb);
  const raw = { ...size, channels: 3 as const };
  return sharp(noise > 0 ? addNoise(rgb, noise) : rgb, { raw })
    .png()
    .toBuffer();
}

/**
 * Returns the same area in three versions: from a preview, from a run of the whole picture, and
 * without a network.
 */
async function compare(code: string, { scale = 1, noise = 0 }) {
  const side = engine.functions().find((one) => one.code === code)?.preview?.side ?? 0;
  const piece = await pieceOf(side, noise);
  const middle = { left: around, top: around, width: side, height: side };
  const square = await sharp(piece).extract(middle).png().toBuffer();
  const inputPath = path.join(folder, `${code}.png`);
  await sharp(piece).toFile(inputPath);

  const answer = await ask(code, square);
  expect(answer).toMatchObject({ status: 200, success: '1' });
  const { image, width, height } = previewPicture.parse(answer.obj);
  const bytes = Buffer.from(image, 'base64');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height });
  expect([width, height]).toEqual([side * scale, side * scale]);

  const { result } = await succeedOnce(engine, { code, inputPath, folder });
  const area = inside(side, scale);
  const run = await read(result.path, {
    ...area,
    left: area.left + around * scale,
    top: area.top + around * scale,
  });
  const plain = await sharp(square)
    .resize(side * scale, side * scale, { kernel: 'cubic' })
    .png()
    .toBuffer();
  const look = await read(bytes, area);
  return { ofRun: psnr(look, run), ofPlain: psnr(await read(plain, area), run) };
}

it.each([
  ['upscale-2x-fast', { scale: 2 }],
  ['denoise', { noise: 12 }],
])('%s: a preview shows the same pixels as a run', async (code, given) => {
  const { ofRun, ofPlain } = await compare(code, given);
  expect(ofRun).toBeGreaterThan(35);
  expect(ofRun - ofPlain).toBeGreaterThan(3);
});

it.each([
  ['upscale-4x-fast', { scale: 4 }],
  ['upscale-2x-crisp', { scale: 2 }],
  ['upscale-4x-crisp', { scale: 4 }],
  ['upscale-2x-fine', { scale: 2 }],
  ['upscale-4x-fine', { scale: 4 }],
])('%s: a preview shows the same pixels as a run', async (code, given) => {
  const { ofRun, ofPlain } = await compare(code, given);
  expect(ofRun).toBeGreaterThan(35);
  expect(ofRun - ofPlain).toBeGreaterThan(3);
});

test('an option changes the picture', async () => {
  const square = await sharp(await pieceOf(64, 12))
    .png()
    .toBuffer();
  const weak = previewPicture.parse((await ask('enhance', square, { strength: 10 })).obj);
  const strong = previewPicture.parse((await ask('enhance', square, { strength: 100 })).obj);
  expect(weak.image).not.toBe(strong.image);
});

/** Returns an animation of two frames, one black and one grey. */
const animated = () => {
  const size = { width: 64, height: 128, pageHeight: 64, channels: 3 as const };
  return sharp(Buffer.alloc(64 * 128 * 3).fill(90, 64 * 64 * 3), { raw: size });
};

it.each([
  ['bytes that are not a picture', async () => Buffer.from('no picture'), 422, 'not_an_image'],
  ['a picture of one pixel', () => photo(1, 1), 422, 'image_too_small'],
  ['a side that is too long', () => photo(129, 64), 422, 'image_too_large'],
  ['a bomb of pixels', async () => blackPng(20_000, 20_000), 422, 'image_too_large'],
  ['half a file', async () => (await pieceOf(64, 12)).subarray(0, 4000), 422, 'image_truncated'],
  ['a GIF', () => animated().gif().toBuffer(), 422, 'unsupported_format'],
  ['an animation', () => animated().webp({ loop: 0 }).toBuffer(), 422, 'animated_unsupported'],
])('refuses %s, and keeps working afterwards', async (_, make, status, success) => {
  expect(await ask('upscale-2x-fast', await make())).toMatchObject({ status, success });
  expect(await ask('upscale-2x-fast', await photo(32, 32))).toMatchObject({ status: 200 });
});
