import { dealStatus } from '../../contract/deal-status.ts';
import type { Database } from '../platform/database/database.ts';
import type { Step } from '../platform/sweeper.ts';
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
  /** @throws WorkUnreadable */
  open(attempt: Pick<Task, 'id' | 'attempt'>): Promise<OpenWork>;
  /** Returns the file of a prediction at a provider, or null if there is none. */
  predictionOf(taskId: string): Promise<string | null>;
  remove(taskId: string): Promise<void>;
  list(): AsyncIterable<string>;
};

/**
 * The prediction of an earlier attempt could not be read. An attempt without it would pay for
 * another.
 */
export class WorkUnreadable extends Error {}

/**
 * Files that an attempt leaves for the next attempt. Unlike the files in the work folder, these
 * files remain after the end of the process.
 */
export type UnfinishedWork = Pick<WorkPlace, 'open'> & {
  /**
   * Removes the files of a deleted task. If it has a prediction at a provider, `settle` removes
   * them, because the provider may answer slowly.
   */
  remove(taskId: string): Promise<void>;
  /**
   * Ends the prediction of a task that will not run again, and then removes its files. The files
   * of a waiting or running task are kept.
   * @throws if the prediction may still run. The files are kept, and the next sweep tries again
   */
  settle(taskId: string): Promise<void>;
  /** Calls `settle` for all tasks with files. */
  sweep: Step;
};

/** @param endPrediction ends the prediction of a file; null if no provider is configured */
export function createUnfinishedWork(
  db: Database,
  place: WorkPlace,
  endPrediction: ((prediction: string) => Promise<void>) | null,
): UnfinishedWork {
  const predictionOf = async (taskId: string) => endPrediction && place.predictionOf(taskId);

  async function settle(taskId: string) {
    const task = (await findFileOwners(db, [taskId])).get(taskId);
    const goesOn = task && task.status <= dealStatus.running && !task.deletedAt;
    if (goesOn) return;
    const prediction = task?.status !== dealStatus.succeeded && (await predictionOf(taskId));
    if (prediction) await endPrediction?.(prediction);
    await place.remove(taskId);
  }

  return {
    open: place.open,
    async remove(taskId) {
      if (!(await predictionOf(taskId))) await place.remove(taskId);
    },
    settle,
    async sweep(attempt) {
      for await (const name of place.list()) await attempt(() => settle(name));
    },
  };
}
