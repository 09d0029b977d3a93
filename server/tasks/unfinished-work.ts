import { mkdir, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dealStatus } from '../../contract/deal-status.ts';
import type { Database } from '../platform/database/database.ts';
import { findFileOwners } from './orphans.store.ts';

/**
 * Files that an attempt leaves for the next attempt. Unlike the files in the work folder, these
 * files remain after the end of the process.
 */
export type UnfinishedWork = {
  /** Returns the path of a task's folder, which is created if missing. */
  open(taskId: string): Promise<string>;
  remove(taskId: string): Promise<void>;
  /**
   * Removes the folder of a task that will not run again. The folder of a waiting or running task
   * is kept.
   */
  settle(taskId: string): Promise<void>;
  /** Calls `settle` for all folders. */
  sweep(): Promise<void>;
};

/**
 * A child process that was not notified yet may write files while the folder is emptied, so the
 * removal is retried.
 */
const retries = { maxRetries: 5, retryDelay: 20 };

/**
 * Creates the access to files of unfinished tasks.
 * @param directory the data directory. It is on the same disk as the photos, where a reserve is
 * kept free
 */
export function createUnfinishedWork(db: Database, directory: string): UnfinishedWork {
  const all = join(directory, 'unfinished');
  const folderOf = (taskId: string) => join(all, taskId);

  const remove = (taskId: string) =>
    rm(folderOf(taskId), { recursive: true, force: true, ...retries });

  async function settle(taskId: string) {
    const task = (await findFileOwners(db, [taskId])).get(taskId);
    const goesOn = task && task.status <= dealStatus.running && !task.deletedAt;
    if (!goesOn) await remove(taskId);
  }

  return {
    async open(taskId) {
      await mkdir(folderOf(taskId), { recursive: true });
      return folderOf(taskId);
    },
    remove,
    settle,
    async sweep() {
      await mkdir(all, { recursive: true });
      for await (const { name } of await opendir(all)) await settle(name);
    },
  };
}
