import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createEngine } from './engine.ts';
import { writeModelsFolder } from './testing/negative-model.ts';
import { preparedModels, temporaryFolder } from './testing/pictures.ts';

const folder = temporaryFolder();
it.each([
  [
    'upscale-2x-plain.onnx',
    ['better', 'upscale-2x-crisp', 'upscale-2x-fast', 'upscale-2x-fine', 'face-portrait'],
  ],
  [
    'upscale-4x-plain.onnx',
    ['upscale-4x-crisp', 'upscale-4x-fast', 'upscale-4x-fine', 'face-portrait'],
  ],
  ['denoise.onnx', ['better', 'enhance', 'denoise']],
  ['cut-out.onnx', ['cut-out']],
])('does not offer functions that need a missing %s', async (missing, codes) => {
  const modelsDir = path.join(folder, `without-${missing}`);
  const models = await preparedModels();
  await mkdir(modelsDir);
  for (const name of await readdir(models)) {
    if (name !== missing) await symlink(path.join(models, name), path.join(modelsDir, name));
  }
  const offeredBy = async (from: string) => {
    const engine = await createEngine({ modelsDir: from, calibrate: false });
    const offered = engine.functions().map(({ code }) => code);
    await engine.close();
    return offered;
  };
  const left = await offeredBy(modelsDir);
  const all = await offeredBy(models);
  expect(all.filter((code) => !left.includes(code)).toSorted()).toEqual(codes.toSorted());
});

it('measures its functions even while visitors continuously request previews', async () => {
  const operatorModelsDir = await writeModelsFolder(path.join(folder, 'operator'));
  const engine = await createEngine({ modelsDir: folder, operatorModelsDir });
  const size = { width: 24, height: 24 };
  const create = { ...size, channels: 3 as const, background: '#405060' };
  const image = (await sharp({ create }).png().toBuffer()).toString('base64');
  const { signal } = new AbortController();
  const isMeasured = () =>
    engine.functions().every(({ code }) => engine.estimate(code, { width: 1000, height: 1000 }));
  let checks = 0;
  while (!isMeasured() && checks < 2000) {
    await engine.preview({ code: 'negative', options: {}, image, signal });
    checks += 1;
  }
  await engine.close();
  expect(checks).toBeGreaterThan(1);
  expect(isMeasured()).toBe(true);
});
