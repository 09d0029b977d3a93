import type { Database } from '../store/database.ts';
import {
  isAnyQueued,
  purgeDeleted,
  tasksPastDeadline,
  tasksPastRetention,
  tasksRunningOn,
  tasksWithLeftFiles,
} from '../store/due-tasks.store.ts';
import { bumpQueued, purgeTurns } from '../store/task-queue.store.ts';
import { findTask, markDeleted, oneMoreCrash, type Task } from '../store/tasks.store.ts';
import { reopenInterruptedUploads } from '../store/uploads.store.ts';
import type { RecordFiles } from './record-files.ts';
import type { RecordSignals } from './record-signals.ts';
import { applyEvent } from './task-lifecycle.ts';
import type { TaskRunner } from './task-runner.ts';
import type { Uploads } from './uploads.ts';

/** A task that crashed the process this often is not tried again. */
const maxCrashes = 3;
/** How long a deleted record still answers `record_gone` instead of `record_not_found`. */
const tombstoneMs = 30 * 86_400_000;

export type Sweeper = {
  /** Once at start, before any work: takes over what the last process left. */
  recover(): Promise<void>;
  /** Every minute: sends, refunds and deletes what is due. */
  sweep(): Promise<void>;
};

export type SweeperDeps = {
  db: Database;
  /** Sends workers to look for tasks that wait. */
  callWorkers: () => Promise<void>;
  runner: TaskRunner;
  uploads: Uploads;
  files: RecordFiles;
  signals: RecordSignals;
  instanceId: string;
  now: () => Date;
};

export function createSweeper(deps: SweeperDeps): Sweeper {
  const { db, callWorkers, runner, uploads, files, signals, now } = deps;

  async function takeBack(task: Task) {
    const isHopeless = task.crashes + 1 >= maxCrashes;
    await applyEvent(db, {
      id: task.id,
      type: task.type,
      event: { type: isHopeless ? 'task.failed' : 'task.handedBack' },
      now: now(),
      set: {
        crashes: oneMoreCrash,
        runner: null,
        ...(isHopeless ? { reason: 'engine_failed' } : {}),
      },
    });
  }

  async function expire(id: string) {
    const task = await findTask(db, id);
    if (!task) return;
    const expired = await applyEvent(db, {
      id,
      type: task.type,
      event: { type: 'task.expired' },
      now: now(),
      set: { reason: 'task_expired' },
    });
    if (!expired) return;
    runner.abort(id);
    signals.changed(id);
  }

  return {
    async recover() {
      for (const task of await tasksRunningOn(db, deps.instanceId)) await takeBack(task);
      // Beyond the numbers that visitors saw of the last process.
      await bumpQueued(db);
      await reopenInterruptedUploads(db);
    },
    async sweep() {
      for (const id of await tasksPastDeadline(db, now())) await expire(id);
      await runner.handBackLost();
      if (await isAnyQueued(db)) await callWorkers();
      for (const id of await tasksPastRetention(db, now())) await markDeleted(db, id, now());
      for (const task of await tasksWithLeftFiles(db)) await files.remove(task);
      await uploads.removeAbandoned();
      await purgeTurns(db);
      await purgeDeleted(db, new Date(now().getTime() - tombstoneMs));
    },
  };
}
