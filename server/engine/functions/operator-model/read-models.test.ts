import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OptionValues } from '../../../../machines/model/functions.ts';
import { createEngine } from '../../engine.ts';
import { negativeManifest as manifest, writeModelsFolder } from '../../testing/negative-model.ts';
import { succeedOnce } from '../../testing/one-run.ts';
import { temporaryFolder } from '../../testing/pictures.ts';
import { modelOf, operatorManifest } from './manifest-schema.ts';
import { readOperatorModels } from './read-models.ts';

const lighterManifest = {
  code: 'lighter',
  type: 101,
  credits: 1,
  unit: 1,
  file: 'lighter.onnx',
  scale: 1,
  range: [0, 255],
  tile: 32,
  margin: 4,
};

const folder = temporaryFolder();

let inputPath = '';

beforeAll(async () => {
  inputPath = path.join(folder, 'in.png');
  const create = { width: 70, height: 50, channels: 3 as const, background: '#102030' };
  await sharp({ create }).png().toFile(inputPath);
});

const modelsFolder = (name: string, manifests: Record<string, unknown>) =>
  writeModelsFolder(path.join(folder, name), manifests);

describe('an operator model', () => {
  it('is offered and run like any other function (R43)', async () => {
    const operatorModelsDir = await modelsFolder('good', { 'negative.json': manifest });
    const engine = await createEngine({ modelsDir: folder, operatorModelsDir, calibrate: false });
    const offered = engine.functions().find(({ code }) => code === 'negative');
    expect(offered).toMatchObject({ type: 100, credits: 1, unit: 1 });
    expect(offered?.output).toEqual({ kind: 'scaled', scale: 2 });
    expect(offered?.names).toEqual({ en: 'Negative', de: 'Negativ' });
    const { result } = await succeedOnce(engine, { code: 'negative', inputPath, folder });
    await engine.close();
    expect(result).toMatchObject({ width: 140, height: 100 });
    const pixels = await sharp(result.path).removeAlpha().raw().toBuffer();
    expect(new Set(pixels)).toEqual(new Set([0xef, 0xdf, 0xcf]));
  });

  it.each([
    [{}, { of: 'crop', side: 24 }],
    [
      { tile: 1024, minSide: 256 },
      { of: 'crop', side: 256 },
    ],
    [
      { tile: 1024, scale: 8 },
      { of: 'crop', side: 128 },
    ],
    // These models have no preview, because the network does not accept a picture as small as a
    // preview.
    [{ minSide: 512 }, null],
    [{ tile: 1024, scale: 8, minSide: 129 }, null],
  ])('has a preview of a small piece, or none: %j', (changes, preview) => {
    const described = operatorManifest.parse({ ...manifest, ...changes });
    expect(modelOf(described, folder)).toMatchObject({ preview });
  });

  it('passes each option to its network as an input of the same name', async () => {
    const light = { kind: 'number', name: 'light', min: 0, max: 64, step: 16, default: 16 };
    const operatorModelsDir = await modelsFolder('options', {
      'lighter.json': { ...lighterManifest, options: [light] },
    });
    const engine = await createEngine({ modelsDir: folder, operatorModelsDir, calibrate: false });
    const made = async (options: OptionValues) => {
      const { result } = await succeedOnce(engine, { code: 'lighter', inputPath, folder, options });
      return new Set(await sharp(result.path).removeAlpha().raw().toBuffer());
    };
    expect(await made({})).toEqual(new Set([0x20, 0x30, 0x40]));
    expect(await made({ light: 64 })).toEqual(new Set([0x50, 0x60, 0x70]));
    await engine.close();
  });

  it('must declare each input of its network as an option with an allowed default', async () => {
    const light = { kind: 'number', name: 'light', min: 0, max: 64, step: 16, default: 5 };
    const target = await modelsFolder('wrong-options', {
      'a-undeclared.json': lighterManifest,
      'b-default.json': { ...lighterManifest, code: 'other', type: 102, options: [light] },
    });
    const error = await readOperatorModels(target).then(
      () => '',
      (reason: Error) => reason.message,
    );
    expect(error).toMatch(/a-undeclared\.json: .*must be the options, but are: light/);
    expect(error).toMatch(/b-default\.json: options\.0 does not allow its own default/);
  });

  it('stops the start and lists every fault', async () => {
    const target = await modelsFolder('bad', {
      'a-text.json': 'no JSON',
      'b-fields.json': { ...manifest, code: 'Not Good', type: 12, colour: 'blue' },
      'c-missing.json': { ...manifest, code: 'gone', type: 101, file: 'gone.onnx' },
      'd-scale.json': { ...manifest, code: 'wrong-scale', type: 102, scale: 1 },
      'e-same.json': { ...manifest, code: 'enhance', type: 103 },
      'f-type.json': { ...manifest, code: 'second', type: 103 },
      'g-margin.json': { ...manifest, code: 'margin', type: 104, margin: 16 },
      'h-brush.json': {
        ...manifest,
        code: 'brush',
        type: 105,
        scale: 1,
        options: [{ kind: 'strokes', name: 'mask', required: false, names: { en: 'Mask' } }],
      },
    });
    const error = await readOperatorModels(target).then(
      () => '',
      (reason: Error) => reason.message,
    );
    expect(error).toMatch(/a-text\.json: the file is not JSON/);
    expect(error).toMatch(/b-fields\.json: code /);
    expect(error).toMatch(/b-fields\.json: type /);
    expect(error).toMatch(/b-fields\.json: .*colour/);
    expect(error).toMatch(/c-missing\.json: gone\.onnx is missing/);
    expect(error).toMatch(/d-scale\.json: .*1 × 3 × 64 × 64 instead of .*1 × 3 × 32 × 32/);
    expect(error).toMatch(/e-same\.json: the code enhance belongs to a built-in function/);
    expect(error).toMatch(/f-type\.json: type 103 is used twice/);
    expect(error).toMatch(/g-margin\.json: tile must be larger than two margins/);
    expect(error).toMatch(/h-brush\.json: .*required: false only with the output mask/);
  });

  it('needs a folder that exists', async () => {
    // After any other error, the server would be restarted again and again. A StartRefused is
    // printed and ends the server.
    await expect(readOperatorModels(path.join(folder, 'nowhere'))).rejects.toThrow(
      expect.objectContaining({
        name: 'StartRefused',
        message: expect.stringContaining('does not exist'),
      }),
    );
  });
});
