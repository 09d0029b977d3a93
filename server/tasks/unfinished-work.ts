import { dealStatus } from '../../contract/deal-status.ts';
import type { Database } from '../platform/database/database.ts';
import { findFileOwners } from './orphans.store.ts';
import type { Task } from './tasks.store.ts';

export type OpenWork = {
  /** path of a folder for one attempt, with the files of earlier attempts */
  folder: string;
  /**
   * Call it when the attempt has ended.
   * @param goesOn true if another attempt will follow
   */
  close(goesOn: boolean): Promise<void>;
};

/** Where the files of unfinished tasks are, by the id of the task. */
export type WorkPlace = {
  open(attempt: Pick<Task, 'id' | 'attempt'>): Promise<OpenWork>;
  remove(taskId: string): Promise<void>;
  list(): AsyncIterable<string>;
};

/**
 * Files that an attempt leaves for the next attempt. Unlike the files in the work folder, these
 * files remain after the end of the process.
 */
export type UnfinishedWork = Omit<WorkPlace, 'list'> & {
  /**
   * Removes the files of a task that will not run again. The files of a waiting or running task are
   * kept.
   */
  settle(taskId: string): Promise<void>;
  /** Calls `settle` for all tasks with files. */
  sweep(): Promise<void>;
};

export function createUnfinishedWork(db: Database, place: WorkPlace): UnfinishedWork {
  const { open, remove, list } = place;

  async function settle(taskId: string) {
    const task = (await findFileOwners(db, [taskId])).get(taskId);
    const goesOn = task && task.status <= dealStatus.running && !task.deletedAt;
    if (!goesOn) await remove(taskId);
  }

  return {
    open,
    remove,
    settle,
    async sweep() {
      for await (const name of list()) await settle(name);
    },
  };
}
