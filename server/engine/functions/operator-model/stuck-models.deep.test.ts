import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../../tools/testing/eventually.ts';
import type { Engine } from '../../engine.port.ts';
import { createEngine } from '../../engine.ts';
import { runOnce, succeedOnce } from '../../testing/one-run.ts';
import { stuckIfBright } from '../../testing/painting-models.ts';
import { temporaryFolder } from '../../testing/pictures.ts';
import { childrenOf, cpuTicksOf } from '../../testing/processes.ts';

/*
 * An operator's network that hangs. The deadline of a task cancels its job, and a preview has a time
 * limit of its own. Each of them ends the process, and the next photo gets another one.
 */

const folder = temporaryFolder();
const code = 'stuck';
let engine: Engine;

const plain = (background: string) =>
  sharp({ create: { width: 48, height: 48, channels: 3, background } })
    .png()
    .toBuffer();

const save = async (background: string) => {
  const file = path.join(folder, `${background}.png`);
  await writeFile(file, await plain(background));
  return file;
};

beforeAll(async () => {
  const operatorModelsDir = path.join(folder, 'models');
  await mkdir(operatorModelsDir);
  await writeFile(path.join(operatorModelsDir, 'stuck.onnx'), stuckIfBright());
  const manifest = { code, type: 100, file: 'stuck.onnx', credits: 1, unit: 1, scale: 1 };
  const text = JSON.stringify({ ...manifest, tile: 64, margin: 8 });
  await writeFile(path.join(operatorModelsDir, 'stuck.json'), text);
  engine = await createEngine({ modelsDir: folder, operatorModelsDir, calibrate: false });
});

afterAll(() => engine.close());

it('loses its process when its job is cancelled, and the next photo is processed', async () => {
  const controller = new AbortController();
  const running = Promise.withResolvers<number[]>();
  const stuck = runOnce(engine, {
    code,
    inputPath: await save('white'),
    folder,
    signal: controller.signal,
    onProgress({ stage }) {
      if (stage === 'running') running.resolve(childrenOf(process.pid));
    },
  });
  const children = await running.promise;
  const used = () => Math.max(...children.map(cpuTicksOf));
  const before = used();
  // only the endless network still uses the processor
  await eventually(() => expect(used()).toBeGreaterThan(before + 100));
  controller.abort();
  await expect(stuck).rejects.toMatchObject({ code: 'cancelled' });
  expect(childrenOf(process.pid)).not.toEqual(expect.arrayContaining(children));
  await succeedOnce(engine, { code, inputPath: await save('black'), folder });
}, 180_000);

it('loses its process at the time limit of a preview, and the next preview is made', async () => {
  const previewOf = async (background: string) =>
    engine.preview({
      code,
      options: {},
      image: (await plain(background)).toString('base64'),
      signal: new AbortController().signal,
    });
  await expect(previewOf('white')).rejects.toMatchObject({ code: 'engine_failed' });
  await previewOf('black');
}, 180_000);
