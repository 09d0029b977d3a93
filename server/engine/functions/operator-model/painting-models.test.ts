import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OptionValues } from '../../../../machines/model/functions.ts';
import type { Engine } from '../../engine.port.ts';
import { createEngine } from '../../engine.ts';
import { runOnce, succeedOnce } from '../../testing/one-run.ts';
import { brightness, lightenPainted, multiplied } from '../../testing/painting-models.ts';
import { temporaryFolder } from '../../testing/pictures.ts';
import { operatorManifest } from './manifest-schema.ts';
import { readOperatorModels } from './read-models.ts';

const folder = temporaryFolder();
const size = { width: 300, height: 200 };
let engine: Engine;
let inputPath = '';

const common = { credits: 1, unit: 1, scale: 1, tile: 64, margin: 8 };
const brush = { kind: 'strokes', name: 'part' };
const manifests = {
  lighten: { ...common, code: 'lighten', type: 100, file: 'lighten.onnx', options: [brush] },
  bright: { ...common, code: 'bright', type: 101, file: 'bright.onnx', output: 'mask' },
  broken: { ...common, code: 'broken', type: 102, file: 'broken.onnx' },
  'broken-mask': {
    ...common,
    code: 'broken-mask',
    type: 103,
    file: 'broken-mask.onnx',
    output: 'mask',
  },
  scaled: { ...common, code: 'scaled', type: 104, file: 'scaled.onnx', outputRange: [0, 255] },
};

beforeAll(async () => {
  const operatorModelsDir = path.join(folder, 'models');
  await mkdir(operatorModelsDir);
  const networks = {
    lighten: lightenPainted(),
    bright: brightness(),
    broken: multiplied(Number.NaN),
    'broken-mask': brightness(Number.NaN),
    scaled: multiplied(255),
  };
  for (const [name, network] of Object.entries(networks)) {
    await writeFile(path.join(operatorModelsDir, `${name}.onnx`), network);
  }
  for (const [name, manifest] of Object.entries(manifests)) {
    await writeFile(path.join(operatorModelsDir, `${name}.json`), JSON.stringify(manifest));
  }
  // the left half is dark and the right half is bright
  const rgb = Buffer.from(
    Array.from({ length: size.width * size.height }, (_, at) => {
      const value = at % size.width < size.width / 2 ? 0 : 255;
      return [value, value, value];
    }).flat(),
  );
  inputPath = path.join(folder, 'halves.png');
  await sharp(rgb, { raw: { ...size, channels: 3 } })
    .png()
    .toFile(inputPath);
  engine = await createEngine({ modelsDir: folder, operatorModelsDir, calibrate: false });
});

afterAll(() => engine.close());

async function made(code: string, options: OptionValues = {}) {
  const { result } = await succeedOnce(engine, { code, inputPath, options, folder });
  const { data, info } = await sharp(result.path)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject(size);
  return (x: number, y: number) => [...data.subarray((y * size.width + x) * 4).subarray(0, 4)];
}

it('gives the painted part to the network, and changes nothing else (R43)', async () => {
  // a dot in the middle of the dark half, with a radius of 30 pixels
  const at = await made('lighten', { part: '+1000:2500,5000' });
  const lightened = [128, 128, 128, 255];
  const [dark, bright] = [
    [0, 0, 0, 255],
    [255, 255, 255, 255],
  ];
  expect([at(75, 100), at(50, 100), at(75, 125)]).toEqual([lightened, lightened, lightened]);
  expect([at(75, 140), at(30, 100), at(120, 100)]).toEqual([dark, dark, dark]);
  expect([at(200, 100), at(290, 190)]).toEqual([bright, bright]);
});

it('sees a large painted part whole', async () => {
  const at = await made('lighten', { part: '+2000:2000,5000,3000,5000' });
  for (const x of [20, 60, 90, 120]) expect(at(x, 100)).toEqual([128, 128, 128, 255]);
  expect(at(180, 100)).toEqual([255, 255, 255, 255]);
});

it.each([
  ['nothing', ''],
  ['only what is removed', '-500:5000,5000'],
  ['what is removed again', '+500:5000,5000 -1000:5000,5000'],
])('refuses a brush that has painted %s', async (_, part) => {
  const refused = runOnce(engine, { code: 'lighten', inputPath, options: { part }, folder });
  await expect(refused).rejects.toMatchObject({ code: 'nothing_painted' });
});

it("makes a network's mask the opacity of the photo (R43)", async () => {
  const at = await made('bright');
  expect([at(20, 100)[3], at(280, 100)]).toEqual([0, [255, 255, 255, 255]]);
});

it.each(['broken', 'broken-mask'])('fails if the network returns no numbers: %s', async (code) => {
  const failed = runOnce(engine, { code, inputPath, folder });
  await expect(failed).rejects.toMatchObject({ code: 'engine_failed' });
});

it('reads an output with a range of its own', async () => {
  const at = await made('scaled');
  expect([at(20, 100), at(280, 100)]).toEqual([
    [0, 0, 0, 255],
    [255, 255, 255, 255],
  ]);
});

it('has a preview of the whole photo for a mask, and none for a brush', () => {
  const previewOf = (code: string) =>
    engine.functions().find((offered) => offered.code === code)?.preview;
  expect(previewOf('bright')).toEqual({ of: 'whole', side: 384 });
  expect(previewOf('lighten')).toBeNull();
});

it.each([
  ['two brushes', { options: [brush, { ...brush, name: 'other' }] }, /only once/],
  ['a brush that enlarges', { scale: 2, options: [brush] }, /scale must be 1/],
  ['a mask that enlarges', { scale: 2, output: 'mask' }, /scale must be 1/],
  ['an output range of one value', { outputRange: [1, 1] }, /two different values/],
])('refuses a manifest with %s', (_, changes, message) => {
  const { lighten } = manifests;
  const { error } = operatorManifest.safeParse({ ...lighten, options: [], ...changes });
  expect(error?.message).toMatch(message);
});

it('stops the start if the network returns no mask', async () => {
  const wrong = path.join(folder, 'wrong');
  await mkdir(wrong);
  await writeFile(path.join(wrong, 'scaled.onnx'), multiplied(1));
  const manifest = { ...manifests.scaled, output: 'mask' };
  await writeFile(path.join(wrong, 'scaled.json'), JSON.stringify(manifest));
  await expect(readOperatorModels(wrong)).rejects.toThrow(
    /1 × 3 × 64 × 64 instead of float32 1 × 1 × 64 × 64/,
  );
});

it('accepts every manifest of the documentation', async () => {
  const page = path.join(import.meta.dirname, '../../../../docs/operator-models.md');
  const blocks = (await readFile(page, 'utf8')).matchAll(/```json\n(\{.*?\n\})\n```/gs);
  const described = [...blocks].map(([, text = '']) => operatorManifest.parse(JSON.parse(text)));
  expect(described.map(({ code }) => code)).toEqual(['film-look', 'real-esrgan', 'remove-object']);
});
