import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { OnnxGraph } from '../convert/onnx-graph.ts';
import { createEngine } from '../engine.ts';
import { temporaryFolder } from '../testing/pictures.ts';
import { readOperatorModels } from './operator-manifest.ts';

let folder = '';

beforeAll(async () => {
  folder = await temporaryFolder();
});

/** White minus the picture, optionally each pixel repeated. */
function negative(white: number, scale: 1 | 2): Uint8Array {
  const graph = new OnnxGraph();
  const input = graph.input('picture', [1, 3, 'h', 'w']);
  const flipped = graph.node('Sub', [graph.weights(Float32Array.of(white), []), input]);
  const factors = graph.weights(Float32Array.of(1, 1, scale, scale), [4]);
  graph.node('Resize', [flipped, '', factors], { mode: 'nearest' }, 'negative');
  graph.output('negative', [1, 3, 'H', 'W']);
  return graph.encode();
}

const manifest = {
  code: 'negative',
  type: 100,
  credits: 1,
  unit: 1,
  file: 'negative.onnx',
  scale: 2,
  range: [0, 255],
  tile: 32,
  margin: 4,
  names: { en: 'Negative', de: 'Negativ' },
};

async function modelsFolder(name: string, manifests: Record<string, unknown>): Promise<string> {
  const target = path.join(folder, name);
  await mkdir(target);
  await writeFile(path.join(target, 'negative.onnx'), negative(255, 2));
  for (const [file, content] of Object.entries(manifests)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    await writeFile(path.join(target, file), text);
  }
  return target;
}

describe('a model of the operator', () => {
  it('is offered and run like any other function', async () => {
    const operatorModelsDir = await modelsFolder('good', { 'negative.json': manifest });
    const engine = await createEngine({ modelsDir: folder, operatorModelsDir, calibrate: false });
    const offered = engine.functions().find(({ code }) => code === 'negative');
    expect(offered).toMatchObject({ type: 100, credits: 1, unit: 1, scale: 2 });
    expect(offered?.names).toEqual({ en: 'Negative', de: 'Negativ' });
    const inputPath = path.join(folder, 'in.png');
    const create = { width: 70, height: 50, channels: 3 as const, background: '#102030' };
    await sharp({ create }).png().toFile(inputPath);
    const result = await engine.run({
      id: 'one',
      code: 'negative',
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
