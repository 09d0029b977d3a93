import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskRecordEvent } from '../../machines/lifecycle/task-record/task-record.machine.ts';
import { type Engine, EngineError, type EngineProgress } from '../engine/engine.port.ts';
import type { Storage } from '../storage/storage.port.ts';
import type { Database } from '../store/database.ts';
import { findTask, nextAttempt, type Task, type TaskChange } from '../store/tasks.store.ts';
import type { RecordFiles } from './record-files.ts';
import { announceQueue, type RecordSignals } from './record-signals.ts';
import { applyEvent } from './task-lifecycle.ts';
import { type LiveProgressMap, trackProgress } from './task-progress.ts';

export type TaskRunner = {
  /** Runs a queued task to its end; does nothing when it is not queued. Never throws. */
  run(taskId: string): Promise<void>;
  /** Stops the engine's work on a task that was ended in the table. */
  abort(taskId: string): void;
  /** Claims nothing more, lets running tasks finish for a while, then hands them back. */
  stop(graceMs: number): Promise<void>;
};

export type TaskRunnerDeps = {
  db: Database;
  engine: Engine;
  storage: Storage;
  files: RecordFiles;
  signals: RecordSignals;
  live: LiveProgressMap;
  workDir: string;
  instanceId: string;
  now: () => Date;
  onError: (error: unknown, taskId: string) => void;
};

type Run = {
  controller: AbortController;
  done: Promise<void>;
  task: Task | undefined;
  /** the server stops: the next start runs the task again, whatever the engine answers now */
  isHandedBack: boolean;
  /** the table is up to date; the database may be closed */
  isReleased: boolean;
};

/** How long the engine may take to abandon a job. */
const releaseMs = 2000;

/** True when the promise settled in time. */
async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const settled = await Promise.race([promise.then(() => true), patience]);
  clearTimeout(timer);
  return settled;
}

export function createTaskRunner(deps: TaskRunnerDeps): TaskRunner {
  const { db, engine, storage, files, signals, live, now } = deps;
  const runs = new Map<string, Run>();
  let isStopping = false;

  async function claim(taskId: string): Promise<Task | undefined> {
    const task = await findTask(db, taskId);
    if (!task) return undefined;
    const claimed = await applyEvent(db, {
      id: taskId,
      type: task.type,
      event: { type: 'task.claimed' },
      now: now(),
      set: {
        runner: deps.instanceId,
        attempt: nextAttempt,
        startedAt: task.startedAt ?? now(),
      },
    });
    if (!claimed) return undefined;
    signals.changed(taskId);
    await announceQueue(db, signals);
    return claimed;
  }

  /** Translates the engine's result into an event of the record. */
  async function execute(
    task: Task,
    signal: AbortSignal,
    onProgress: (progress: EngineProgress) => void,
  ): Promise<{ event: TaskRecordEvent; set: TaskChange }> {
    const result = await engine.run({
      id: `${task.id}-${task.attempt}`,
      code: task.code,
      options: task.options,
      inputPath: await storage.localFile(task.uploadKey),
      outputDir: join(deps.workDir, `task-${task.id}`),
      signal,
      onProgress,
    });
    if (result.kind === 'rejected') {
      return { event: { type: 'task.rejected' }, set: { reason: result.reason } };
    }
    return {
      event: { type: 'task.succeeded' },
      set: { output: await files.keep(task.id, result) },
    };
  }

  function outcomeOfError(task: Task, run: Run, error: unknown) {
    if (run.isHandedBack)
      return { event: { type: 'task.handedBack' as const }, set: { runner: null } };
    const isCancelled = error instanceof EngineError && error.code === 'cancelled';
    if (!isCancelled) deps.onError(error, task.id);
    const reason = error instanceof EngineError && !isCancelled ? error.code : 'engine_failed';
    return { event: { type: 'task.failed' as const }, set: { reason } };
  }

  async function handBack({ id, type, attempt }: Task): Promise<void> {
    const event = { type: 'task.handedBack' as const };
    await applyEvent(db, { id, type, attempt, event, now: now(), set: { runner: null } });
  }

  async function finish(task: Task, run: Run): Promise<void> {
    const progress = trackProgress(task, {
      db,
      signals,
      live,
      now,
      onLost: () => run.controller.abort(),
      onError: (error) => run.isReleased || deps.onError(error, task.id),
    });
    const outcome = await execute(task, run.controller.signal, progress.report).catch((error) =>
      outcomeOfError(task, run, error),
    );
    if (run.isReleased) return;
    await progress.stored();
    const { id, type, attempt } = task;
    const ended = await applyEvent(db, { id, type, attempt, now: now(), ...outcome });
    live.delete(id);
    signals.changed(id);
    // Cancelled, expired or deleted while it ran: the files are not needed.
    if (!ended && 'output' in outcome.set && outcome.set.output) {
      await files.removeResult(outcome.set.output);
    }
  }

  async function runClaimed(taskId: string, run: Run): Promise<void> {
    try {
      run.task = await claim(taskId);
      if (run.task) await finish(run.task, run);
    } catch (error) {
      deps.onError(error, taskId);
    } finally {
      live.delete(taskId);
      await rm(join(deps.workDir, `task-${taskId}`), { recursive: true, force: true });
      runs.delete(taskId);
    }
  }

  return {
    async run(taskId) {
      if (isStopping || runs.has(taskId)) return;
      const run: Run = {
        controller: new AbortController(),
        done: Promise.resolve(),
        task: undefined,
        isHandedBack: false,
        isReleased: false,
      };
      runs.set(taskId, run);
      run.done = runClaimed(taskId, run);
      await run.done;
    },
    abort(taskId) {
      runs.get(taskId)?.controller.abort();
    },
    async stop(graceMs) {
      isStopping = true;
      const all = Promise.all([...runs.values()].map((run) => run.done));
      if (await settlesWithin(all, graceMs)) return;
      for (const run of runs.values()) {
        run.isHandedBack = true;
        run.controller.abort();
      }
      if (await settlesWithin(all, releaseMs)) return;
      for (const run of runs.values()) {
        run.isReleased = true;
        if (run.task) await handBack(run.task);
      }
    },
  };
}
