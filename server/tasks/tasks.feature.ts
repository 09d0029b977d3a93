import type { Engine } from '../engine/engine.port.ts';
import { endKeptPrediction } from '../engine/hosted/end-prediction.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import type { Owners } from '../owners/owners.feature.ts';
import { ConfigError } from '../platform/config/config.ts';
import { createPolls, createPreviewLimits } from '../platform/http/admission.ts';
import type { Platform } from '../platform/platform.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { registerAiFunctionRoutes } from './ai-function.routes.ts';
import { registerEntranceRoutes } from './entrance.routes.ts';
import { createLiveProgress } from './live-progress.ts';
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
import { openLane } from './task-queue.store.ts';
import { createTaskRunner, type TaskRunner } from './task-runner.ts';
import { callForTasks, workOnTasks } from './task-workers.ts';
import { createTasks } from './tasks.ts';
import { type TasksSteps, tasksSteps } from './tasks-steps.ts';
import { createUnfinishedWork } from './unfinished-work.ts';
import { createWorkInStore } from './work-in-store.ts';
import { createWorkOnDisk } from './work-on-disk.ts';

export type TasksFeature = TasksSteps & {
  /** stops the run of a task that has ended, in whichever process it runs */
  runner: Pick<TaskRunner, 'abort'>;
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

/**
 * Returns the functions whose tasks this process runs; null for all.
 * @throws ConfigError if the engine does not have one of them
 */
function knownCodes(codes: string[] | null, engine: Engine): string[] | null {
  const all = engine.functions().map(({ code }) => code);
  const problems = (codes ?? [])
    .filter((code) => !all.includes(code))
    .map((code) => `WORKER_FUNCTIONS: "${code}" is not one of ${all.join(', ')}`);
  if (problems.length > 0) throw new ConfigError(problems);
  return codes;
}

/** Opens the feature for tasks, their queue, and the records of their results. */
export function openTasks(
  platform: Platform,
  parts: { engine: Engine; owners: Owners; uploads: Uploads; mailer: Mailer },
): TasksFeature {
  const { config, db, bus, workers, storage, withCopies, now, onError } = platform;
  const { server, requestQueues, stopping, tracing } = platform;
  const { engine, owners, uploads, mailer } = parts;
  const signals = createRecordSignals(bus);
  const live = createLiveProgress(bus, signals);
  const board = createQueueBoard({ db, bus, signals, onError });
  const place = platform.disk
    ? createWorkOnDisk(config.dataDir)
    : createWorkInStore({ storage, workDir: platform.workDir, onError });
  const { hosted } = config;
  const unfinished = createUnfinishedWork(
    db,
    place,
    hosted && ((prediction) => endKeptPrediction(hosted, prediction)),
  );
  const files = createRecordFiles({ db, storage, unfinished });
  const slots = { local: config.engineWorkers, hosted: hosted?.places ?? 0 };
  const callWorkers = () => callForTasks(workers, slots);
  const shared = { db, engine, files, signals, board, tracing, now, onError };
  const runner = createTaskRunner({
    ...shared,
    withCopies,
    live,
    workDir: platform.workDir,
    unfinished,
    processId: platform.process.id,
    lease: platform.process.lease,
    codes: knownCodes(config.workerFunctions, engine),
    deadlineMs: config.taskDeadlineMs,
  });
  // A run whose message is lost stops at its next write.
  bus.subscribe('task.over', { heard: runner.abort, missed() {} });
  const anyRunner = { abort: (id: string) => bus.publish('task.over', id) };
  const settings = config;
  const tasks = createTasks({ ...shared, uploads, callWorkers, runner: anyRunner, settings });
  const records = createRecords({ db, signals, live, board, pollMs: bus.pollMs });
  const present = createRecordPresenter({ storage, product: config.product, now });
  const { principals } = owners;

  registerEntranceRoutes(server, { engine, settings: config });
  registerAiFunctionRoutes(server, {
    principals,
    uploads,
    searches: createRegionSearches({ engine, uploads, withCopies }),
    previews: createPreviews({ engine, uploads }),
    limitPreview: createPreviewLimits(requestQueues, {
      perMinute: config.limits.previewMsPerMinute,
      shared: platform.sharedLimits,
    }),
    tasks,
    records,
    present,
    stopping,
    ensureSpace: platform.ensureSpace,
    requestsPerMinute: config.limits.requestsPerMinute,
  });
  const polls = createPolls(requestQueues);
  registerRecordRoutes(server, { bus, principals, tasks, records, present, polls, now, stopping });

  const reminders = createReminders({ db, mailer, retentionDays: config.retentionDays, now });
  return {
    runner: anyRunner,
    files,
    signals,
    removeOrphans: createOrphanFiles({ db, storage, onError }).remove,
    async start() {
      if (slots.hosted > 0) await openLane(db, 'hosted');
      workOnTasks(workers, runner, slots);
    },
    stop: runner.stop,
    close: board.close,
    ...tasksSteps({
      ...platform,
      callWorkers,
      runner: { ...runner, ...anyRunner },
      files,
      unfinished,
      signals,
      reminders,
    }),
  };
}
