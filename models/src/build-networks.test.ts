import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildNetworks, type Hashes } from './build-networks.ts';
import { findPackage } from './find-package.ts';
import { networks } from './networks.ts';

const hashes = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../hashes.json'), 'utf8'),
) as Hashes;

/** Networks that are converted in milliseconds. The deep test converts the other networks. */
const withoutWeights = networks.filter(({ from }) => from === 'onnx-proto');

it('has a hash for every network and for nothing else', () => {
  expect(Object.keys(hashes)).toEqual(networks.map(({ file }) => file));
});

it.each(withoutWeights)('writes $file with the listed bytes', async ({ file, convert }) => {
  const bytes = await convert();
  expect(hash('sha256', bytes)).toBe(hashes[file]);
});

it('writes nothing if a conversion produces other bytes, and says how to accept them', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lightwell-networks-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await expect(
    buildNetworks(folder, { ...hashes, 'upscale-2x-fast.onnx': 'other' }),
  ).rejects.toThrow(
    `upscale-2x-fast.onnx: expected SHA-256 other, got ${hashes['upscale-2x-fast.onnx']}. The converter, a range or a package has changed. If the change is intended, run \`npm run hashes -w models\` and commit models/hashes.json.`,
  );
  expect(await readdir(folder)).toEqual([]);
});

it('names a missing package', () => {
  expect(() => findPackage('@upscalerjs/none')).toThrow(
    'the npm package @upscalerjs/none is not installed',
  );
});
