import { mkdir, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keptTextIn } from '../engine/hosted/kept-prediction.ts';
import type { WorkPlace } from './unfinished-work.ts';

/**
 * A child process that was not notified yet may write files while the folder is emptied, so the
 * removal is retried.
 */
const retries = { maxRetries: 5, retryDelay: 20 };

/**
 * Returns the place for files of unfinished tasks on the disk.
 * @param directory the data directory. It is on the same disk as the photos, where a reserve is
 * kept free
 */
export function createWorkOnDisk(directory: string): WorkPlace {
  const all = join(directory, 'unfinished');
  return {
    async open({ id }) {
      const folder = join(all, id);
      await mkdir(folder, { recursive: true });
      return { folder, close: async () => {} };
    },
    predictionOf: (taskId) => keptTextIn(join(all, taskId)),
    remove: (taskId) => rm(join(all, taskId), { recursive: true, force: true, ...retries }),
    async *list() {
      await mkdir(all, { recursive: true });
      for await (const { name } of await opendir(all)) yield name;
    },
  };
}
