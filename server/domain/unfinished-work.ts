import { mkdir, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dealStatus } from '../../contract/deal-status.ts';
import type { Database } from '../store/database.ts';
import { findFileOwners } from '../store/orphans.store.ts';

/** What attempts at a task leave for the next one; it outlives the process, unlike the work folder. */
export type UnfinishedWork = {
  /** The folder of a task, made when it is missing. */
  open(taskId: string): Promise<string>;
  remove(taskId: string): Promise<void>;
  /** Removes the folder of a task that nobody will run any more; one that waits or runs keeps it. */
  settle(taskId: string): Promise<void>;
  /** Does so for all folders. */
  sweep(): Promise<void>;
};

/** A child that has not heard of it yet fills a folder again while it is emptied. */
const retries = { maxRetries: 5, retryDelay: 20 };

/** @param directory the data directory: the photos' own disk, of which a reserve is kept free */
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
