import { mkdir, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { newId } from '../ids.ts';
import type { Storage } from './storage.port.ts';

/**
 * Runs `use` with the paths of local copies of stored files, in the order of the keys. The copies
 * are removed when `use` has ended.
 * @throws StorageError NoSuchKey
 */
export type WithCopies = <Result>(
  keys: readonly string[],
  use: (paths: string[]) => Promise<Result>,
) => Promise<Result>;

export const createWithCopies =
  (storage: Pick<Storage, 'fetchTo'>, workDir: string): WithCopies =>
  async (keys, use) => {
    if (keys.length === 0) return await use([]);
    const folder = join(workDir, `copies-${newId()}`);
    await mkdir(folder);
    try {
      const paths = keys.map((key, n) => join(folder, `${n}${extname(key)}`));
      await Promise.all(keys.map((key, n) => storage.fetchTo(key, paths[n] ?? '')));
      return await use(paths);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
