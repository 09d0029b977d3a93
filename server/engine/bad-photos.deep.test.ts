import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '../../contract/error-codes.ts';
import type { Engine } from './engine.port.ts';
import { createEngine } from './engine.ts';
import { manifests } from './functions/manifests.ts';
import { runOnce } from './testing/one-run.ts';
import { preparedModels, temporaryFolder } from './testing/pictures.ts';

/* Unusual photos, given to every function: each ends with a result or with a code that explains it. */

const folder = temporaryFolder();
let engine: Engine;

beforeAll(async () => {
  engine = await createEngine({ modelsDir: await preparedModels(), calibrate: false });
});

afterAll(() => engine.close());

const codes = manifests.map(({ code }) => code);
/** Codes that say that something is wrong with the product, not with the photo. */
const faults = ['engine_failed', 'unavailable', 'cancelled', 'unknown_function'];

async function save(name: string, width: number, height: number, alpha: number) {
  const file = path.join(folder, `${name}.png`);
  const background = { r: 90, g: 120, b: 80, alpha };
  await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toFile(file);
  return file;
}

/** Resolves with the kind of the result, or with the error code. */
async function endOf(code: string, inputPath: string) {
  const outputDir = path.join(folder, `${code}-${path.basename(inputPath)}`);
  const end = await runOnce(engine, { code, inputPath, folder, outputDir }).then(
    ({ kind }) => kind,
    (error) => error.code,
  );
  const files = await readdir(outputDir).catch(() => []);
  return { end, files: files.length };
}

describe.each(codes)('%s', (code) => {
  it.each([
    [1, 1],
    [1, 8000],
  ])('refuses a photo of %i × %i pixels before any work', async (width, height) => {
    const file = await save(`${width}x${height}`, width, height, 1);
    const tooSmall = { code: 'image_too_small' };
    await expect(engine.inspect(file, code)).rejects.toMatchObject(tooSmall);
    expect(await endOf(code, file)).toEqual({ end: 'image_too_small', files: 0 });
  });

  it.each([
    ['fully transparent', 0],
    ['without any object', 1],
  ])('gives a result or a reason for a photo that is %s', async (name, alpha) => {
    const { end, files } = await endOf(code, await save(name, 120, 90, alpha));
    expect(faults).not.toContain(end);
    if (end !== 'succeeded') expect(files).toBe(0);
    if (end !== 'succeeded' && end !== 'rejected') expect(errorCodes).toHaveProperty(end);
  });
});
