import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../engine.ts';
import { negativeManifest as manifest, writeModelsFolder } from '../../testing/negative-model.ts';
import { temporaryFolder } from '../../testing/pictures.ts';
import { readOperatorModels } from './read-models.ts';

let folder = '';

beforeAll(async () => {
  folder = await temporaryFolder();
});

const modelsFolder = (name: string, manifests: Record<string, unknown>) =>
  writeModelsFolder(path.join(folder, name), manifests);

describe('a model of the operator', () => {
  it('is offered and run like any other function', async () => {
    const operatorModelsDir = await modelsFolder('good', { 'negative.json': manifest });
    const engine = await createEngine({ modelsDir: folder, operatorModelsDir, calibrate: false });
    const offered = engine.functions().find(({ code }) => code === 'negative');
    expect(offered).toMatchObject({ type: 100, credits: 1, unit: 1 });
    expect(offered?.output).toEqual({ kind: 'scaled', scale: 2 });
    expect(offered?.names).toEqual({ en: 'Negative', de: 'Negativ' });
    const inputPath = path.join(folder, 'in.png');
    const create = { width: 70, height: 50, channels: 3 as const, background: '#102030' };
    await sharp({ create }).png().toFile(inputPath);
    const result = await engine.run({
      id: 'one',
      code: 'negative',
      options: {},
      inputPath,
      outputDir: path.join(folder, 'out'),
      signal: new AbortController().signal,
      onProgress() {},
    });
    await engine.close();
    if (result.kind !== 'succeeded') throw new Error('rejected');
    expect(result.result).toMatchObject({ width: 140, height: 100 });
    const pixels = await sharp(result.result.path).removeAlpha().raw().toBuffer();
    expect(new Set(pixels)).toEqual(new Set([0xef, 0xdf, 0xcf]));
  });

  it('stops the start with every fault at once', async () => {
    const target = await modelsFolder('bad', {
      'a-text.json': 'no JSON',
      'b-fields.json': { ...manifest, code: 'Not Good', type: 12, colour: 'blue' },
      'c-missing.json': { ...manifest, code: 'gone', type: 101, file: 'gone.onnx' },
      'd-scale.json': { ...manifest, code: 'wrong-scale', type: 102, scale: 1 },
      'e-same.json': { ...manifest, code: 'enhance', type: 103 },
      'f-type.json': { ...manifest, code: 'second', type: 103 },
      'g-margin.json': { ...manifest, code: 'margin', type: 104, margin: 16 },
    });
    const error = await readOperatorModels(target).then(
      () => '',
      (reason: Error) => reason.message,
    );
    expect(error).toMatch(/a-text\.json: /);
    expect(error).toMatch(/b-fields\.json: code /);
    expect(error).toMatch(/b-fields\.json: type /);
    expect(error).toMatch(/b-fields\.json: .*colour/);
    expect(error).toMatch(/c-missing\.json: gone\.onnx is missing/);
    expect(error).toMatch(/d-scale\.json: .*1 × 3 × 64 × 64 instead of .*1 × 3 × 32 × 32/);
    expect(error).toMatch(/code enhance is built in/);
    expect(error).toMatch(/type 103 is used twice/);
    expect(error).toMatch(/g-margin\.json: tile must be larger than two margins/);
  });

  it('needs a folder that exists', async () => {
    await expect(readOperatorModels(path.join(folder, 'nowhere'))).rejects.toThrow(
      /does not exist/,
    );
  });
});
