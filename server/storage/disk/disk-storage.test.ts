import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskStorage, type DiskStorage } from './disk-storage.ts';

let directory: string;
let storage: DiskStorage;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'lightwell-storage-'));
  const options = { directory, secret: 'a secret', publicUrl: 'http://localhost', baseUrl: '' };
  storage = await createDiskStorage(options);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const names = ['result', 'before', 'after', 'thumbnail'];

/** Puts four files into a folder one after the other, as for a result; one that fails ends it. */
async function put(folder: string) {
  for (const name of names) {
    const path = join(storage.workDir, `${name}.webp`);
    await writeFile(path, name);
    await storage.keep(path, `${folder}/${name}.webp`).catch(() => undefined);
  }
}

test('a folder is removed while files are put into it, whichever of them is there already', async () => {
  // Which one that is differs from time to time.
  for (let n = 0; n < 100; n += 1) {
    const folder = `records/r${n}`;
    const putting = put(folder);
    for (let turn = 0; turn < 4; turn += 1) await storage.remove([folder]);
    await putting;
    await storage.remove([folder]);
    expect(existsSync(join(directory, 'files', folder))).toBe(false);
  }
});
