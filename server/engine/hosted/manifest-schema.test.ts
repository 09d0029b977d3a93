import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../engine.ts';
import { readOperatorModels } from '../functions/operator-model/read-models.ts';
import { writeModelsFolder } from '../testing/negative-model.ts';
import { hostedDescription, hostedManifests } from './hosted-server.fixture.ts';
import { percentIn } from './percent-in.ts';

async function modelsFolder(manifests: Record<string, unknown>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lightwell-manifests-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return writeModelsFolder(path.join(folder, 'models'), manifests);
}

test('without an account, functions of a provider are not offered, but their manifests are checked', async () => {
  const folder = await modelsFolder(hostedManifests);
  const engine = await createEngine({
    modelsDir: folder,
    operatorModelsDir: folder,
    calibrate: false,
  });
  const codes = engine.functions().map(({ code }) => code);
  await engine.close();
  expect(codes).toContain('negative');
  expect(codes).not.toContain(hostedDescription.code);
});

test('a photo is limited so that its result is not too large', async () => {
  const [model] = await readOperatorModels(
    await modelsFolder({ 'a.json': { ...hostedDescription, scale: 4 } }),
  );
  expect(model?.limits.maxPixels).toBe(3_125_000);
  expect(model).toMatchObject({ estimatePer: 'run', downscaleAllowed: false, preview: null });
});

test('lists all faults of all manifests', async () => {
  const { replicate } = hostedDescription;
  const folder = await modelsFolder({
    'a.json': {
      ...hostedDescription,
      provider: '',
      replicate: { version: 'latest', picture: '1' },
    },
    'b.json': { ...hostedDescription, scale: 8, maxPixels: 1_000_000 },
    'c.json': {
      ...hostedDescription,
      options: [{ kind: 'switch', name: 'steps', default: true }],
    },
    'd.json': { ...hostedDescription, scale: 2, output: 'mask' },
    'e.json': { ...hostedDescription, options: [{ kind: 'strokes', name: 'mask' }], replicate },
  });
  const error = await readOperatorModels(folder).catch(({ message }) => String(message));
  for (const fault of [
    'a.json: provider ',
    'a.json: replicate.version must be owner/name:version',
    'a.json: replicate.picture is not the name of an input',
    'b.json: maxPixels must be smaller',
    'c.json: replicate.picture, replicate.input and options must name different inputs',
    'd.json: scale must be 1 with the output mask',
    'e.json: options may not contain the kind strokes',
  ]) {
    expect(error).toContain(fault);
  }
});

test.each([
  ['', null],
  ['Loading weights', null],
  ['  0%|    | 0/20\r 45%|████ | 9/20 [00:01]', 45],
  ['step 1: 33.5 %', 33],
  ['100%', 100],
  ['usage 250%', null],
])('the last percentage of the log %j is %j', (logs, percent) => {
  expect(percentIn(logs)).toBe(percent);
});
