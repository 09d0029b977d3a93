import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildNetworks, type Hashes } from './build-networks.ts';

const hashes = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../hashes.json'), 'utf8'),
) as Hashes;
const files = Object.keys(hashes);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lightwell-networks-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('converts the published weights to the listed bytes, and later rebuilds only damaged files', async () => {
  const target = path.join(folder, 'new', 'built');
  expect(await buildNetworks(target, hashes)).toEqual(files);
  expect((await readdir(target)).sort()).toEqual(files.toSorted());
  expect(await buildNetworks(target, hashes)).toEqual([]);
  await truncate(path.join(target, 'denoise.onnx'), 100);
  await writeFile(path.join(target, 'upscale-2x-plain.onnx'), 'another network');
  expect(await buildNetworks(target, hashes)).toEqual(['upscale-2x-plain.onnx', 'denoise.onnx']);
});
