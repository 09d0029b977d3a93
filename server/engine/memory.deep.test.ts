import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OnnxGraph } from '../../models/src/onnx-graph.ts';
import { bundledPhoto, preparedModels, temporaryFolder } from './testing/pictures.ts';

const script = fileURLToPath(new URL('./testing/measure-run.ts', import.meta.url));
const measurement = z.object({ ms: z.number(), peakMegabytes: z.number() });
const allowedMegabytes = 1500;
const folder = temporaryFolder();
let modelsDir = '';
let operatorModelsDir = '';

beforeAll(async () => {
  modelsDir = await preparedModels();
  operatorModelsDir = path.join(folder, 'models');
  await mkdir(operatorModelsDir);
  await writeFile(path.join(operatorModelsDir, 'double.onnx'), repeatPixels());
  const manifest = {
    code: 'double',
    type: 100,
    credits: 0,
    unit: 1,
    file: 'double.onnx',
    scale: 2,
    tile: 312,
    margin: 12,
    maxPixels: 25e6,
  };
  await writeFile(path.join(operatorModelsDir, 'double.json'), JSON.stringify(manifest));
});

/**
 * Builds a network that enlarges ×2 in almost no time, because the test measures the code around
 * it.
 */
function repeatPixels(): Uint8Array {
  const graph = new OnnxGraph();
  const input = graph.input('input', [1, 3, 'h', 'w']);
  const kernel = Float32Array.from({ length: 12 * 3 }, (_, index) =>
    Math.floor(index / 3) % 3 === index % 3 ? 1 : 0,
  );
  const weights = graph.weights(kernel, [12, 3, 1, 1]);
  const repeated = graph.node('Conv', [input, weights], { kernel_shape: [1, 1] });
  graph.node('DepthToSpace', [repeated], { blocksize: 2, mode: 'DCR' }, 'output');
  graph.output('output', [1, 3, 'H', 'W']);
  return graph.encode();
}

async function measure(code: string, file: string) {
  const parameters = [script, modelsDir, operatorModelsDir, code, file];
  const { stdout } = await promisify(execFile)(process.execPath, parameters);
  return measurement.parse(JSON.parse(stdout));
}

describe('a photo of 24 megapixels', () => {
  it.each([
    ['enhance', 'jpeg'],
    ['cut-out', 'jpeg'],
    ['double', 'jpeg'],
    ['double', 'webp'],
  ] as const)('keeps the process below 1.5 GB: %s of a %s', async (code, format) => {
    const file = path.join(folder, `large.${format}`);
    const photo = sharp(bundledPhoto('coffee.png')).resize(6000, 4000);
    await (format === 'webp' ? photo.ensureAlpha(0.6) : photo.removeAlpha())
      .toFormat(format)
      .toFile(file);
    const { peakMegabytes } = await measure(code, file);
    expect(peakMegabytes).toBeGreaterThan(100);
    expect(peakMegabytes).toBeLessThan(allowedMegabytes);
  });
});
