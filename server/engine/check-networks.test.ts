import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { StartRefused } from '../platform/errors.ts';
import { checkNetworks } from './check-networks.ts';
import { manifests } from './functions/manifests.ts';
import { plainFileOf, quantizedFileOf } from './network/arithmetic.ts';
import { temporaryFolder } from './testing/pictures.ts';

const sha256 = (text: string) => hash('sha256', text);
const base = temporaryFolder();
let folder = '';
let list = '';
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(base, 'models-')), 'built');
  list = path.join(folder, '../hashes.json');
  await mkdir(folder);
  await writeFile(path.join(folder, 'a.onnx'), 'a');
  await writeFile(path.join(folder, 'b.onnx'), 'b');
});

const check = async (hashes: Record<string, string>) => {
  await writeFile(list, JSON.stringify(hashes));
  await checkNetworks(folder, list);
};

describe('checkNetworks', () => {
  it('accepts networks with the listed bytes, and files that are not listed', async () => {
    await expect(check({ 'a.onnx': sha256('a') })).resolves.toBeUndefined();
  });

  it('refuses missing and different networks, and says how to build them', async () => {
    const refused = check({
      'a.onnx': sha256('a'),
      'b.onnx': sha256('other'),
      'c.onnx': sha256('c'),
    });
    const refusal = await refused.catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartRefused);
    expect(refusal).toMatchObject({
      code: 'networks_not_built',
      message: `networks_not_built: the AI networks in ${folder} are not those of this version. Start with \`npm start\`, which builds them, or run \`npm run build -w models\`.
- b.onnx: expected SHA-256 ${sha256('other')}, got ${sha256('b')}
- c.onnx is missing`,
    });
  });
});

describe('models/hashes.json', () => {
  it('lists every network that a function or the engine loads', () => {
    const file = path.resolve(import.meta.dirname, '../../models/hashes.json');
    const listed = Object.keys(JSON.parse(readFileSync(file, 'utf8')));
    const needed = manifests.flatMap(({ models }) => models);
    const enlarging = needed.filter((name) => /^upscale-.*-(fast|fine)\.onnx$/.test(name));
    expect(enlarging.length).toBeGreaterThan(0);
    expect(listed).toEqual(
      expect.arrayContaining([
        ...needed,
        ...enlarging.map(quantizedFileOf),
        ...([2, 4] as const).map(plainFileOf),
      ]),
    );
  });
});
