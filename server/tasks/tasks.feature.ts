import type { Engine } from '../engine/engine.port.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import type { Owners } from '../owners/owners.feature.ts';
import { createPolls, createPreviewLimits } from '../platform/http/admission.ts';
import type { Platform } from '../platform/platform.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { registerAiFunctionRoutes } from './ai-function.routes.ts';
import { registerEntranceRoutes } from './entrance.routes.ts';
import { createOrphanFiles } from './orphan-files.ts';
import { createPreviews } from './previews.ts';
import { createQueueBoard } from './queue-board.ts';
import { createRecordPresenter } from './record.presenter.ts';
import { createRecordFiles, type RecordFiles } from './record-files.ts';
import { createRecordSignals, type RecordSignals } from './record-signals.ts';
import { registerRecordRoutes } from './records.routes.ts';
import { createRecords } from './records.ts';
import { createRegionSearches } from './region-searches.ts';
import { createReminders } from './reminders.ts';
import type { LiveProgressMap } from './task-progress.ts';
import { bumpQueued } from './task-queue.store.ts';
import { createTaskRunner, type TaskRunner } from './task-runner.ts';
import { callForTasks, workOnTasks } from './task-workers.ts';
import { createTasks } from './tasks.ts';
import { type TasksSteps, tasksSteps } from './tasks-steps.ts';
import { createUnfinishedWork } from './unfinished-work.ts';

export type TasksFeature = TasksSteps & {
  runner: TaskRunner;
  files: RecordFiles;
  signals: RecordSignals;
  /**
   * Removes files without a row.
   * @returns the number of removed files
   */
  removeOrphans(): Promise<number>;
  start(): Promise<void>;
  /**
   * Puts running tasks back into the queue.
   * @param graceMs time during which running tasks may finish
   */
  stop(graceMs: number): Promise<void>;
  close(): Promise<void>;
};

/** Opens the feature for tasks, their queue, and the records of their results. */
export function openTasks(
  platform: Platform,
  parts: { engine: Engine; owners: Owners; uploads: Uploads; mailer: Mailer },
): TasksFeature {
  const { config, db, jobs, storage, server, requestQueues, stopping, now, onError } = platform;
  const { engine, owners, uploads, mailer } = parts;
  const signals = createRecordSignals();
  const live: LiveProgressMap = new Map();
  const board = createQueueBoard({ db, signals, onError });
  const unfinished = createUnfinishedWork(db, config.dataDir);
  const files = createRecordFiles({ db, storage, unfinished });
  const callWorkers = () => callForTasks(jobs);
  const shared = { db, engine, files, signals, board, now, onError };
  const runner = createTaskRunner({
    ...shared,
    storage,
    live,
    workDir: platform.workDir,
    unfinished,
    processId: platform.process.id,
    lease: platform.process.lease,
    deadlineMs: config.taskDeadlineMs,
  });
  const tasks = createTasks({ ...shared, uploads, callWorkers, runner, settings: config });
  const records = createRecords({ db, signals, live, board });
  const present = createRecordPresenter({ storage, product: config.product, now });
  const { principals } = owners;

  registerEntranceRoutes(server, { engine, settings: config });
  registerAiFunctionRoutes(server, {
    principals,
    uploads,
    searches: createRegionSearches({ engine, uploads, storage }),
    previews: createPreviews({ engine, uploads }),
    limitPreview: createPreviewLimits(requestQueues, config.limits.previewMsPerMinute),
    tasks,
    records,
    present,
    stopping,
    ensureSpace: platform.ensureSpace,
    requestsPerMinute: config.limits.requestsPerMinute,
  });
  const polls = createPolls(requestQueues);
  registerRecordRoutes(server, { principals, tasks, records, present, polls, now, stopping });

  const reminders = createReminders({ db, mailer, retentionDays: config.retentionDays, now });
  return {
    runner,
    files,
    signals,
    removeOrphans: createOrphanFiles({ db, storage, onError }).remove,
    async start() {
      // Gives queued tasks revisions above those that the previous process has sent.
      await bumpQueued(db);
      await workOnTasks(jobs, runner, config.engineWorkers);
    },
    stop: runner.stop,
    close: board.close,
    ...tasksSteps({ ...platform, callWorkers, runner, files, unfinished, signals, reminders }),
  };
}
