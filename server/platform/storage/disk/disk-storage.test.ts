import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createDiskStorage } from './disk-storage.ts';

it('removes a folder while a result is written into it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lightwell-storage-'));
  const options = {
    directory,
    secret: 'x'.repeat(32),
    publicUrl: 'http://localhost',
    baseUrl: '',
  };
  const storage = await createDiskStorage(options);
  const write = async (key: string) => {
    const path = storage.pathOf(key);
    const written = mkdir(dirname(path), { recursive: true }).then(() => writeFile(path, 'x'));
    // The write fails if the removal has deleted the folder in the meantime.
    await written.catch(() => {});
  };
  const names = ['result', 'before', 'after', 'thumbnail'];

  // Most rounds write and remove at the same time. Without retries, 9 of 10 removals fail.
  for (let round = 0; round < 50; round += 1) {
    const folder = `records/round-${round}`;
    for (const name of names) await write(`${folder}/${name}.png`);
    const writing = (async () => {
      for (const name of names) await write(`${folder}/late-${name}.png`);
    })();
    await expect(storage.remove([folder])).resolves.toBeUndefined();
    await writing;
  }
  await rm(directory, { recursive: true });
});
