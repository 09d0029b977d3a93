import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { TaskRecordEvent } from '../../machines/lifecycle/task-record/task-record.machine.ts';
import { type Engine, EngineError, type EngineProgress } from '../engine/engine.port.ts';
import type { Storage } from '../storage/storage.port.ts';
import type { Database } from '../store/database.ts';
import { tasksRunningOn } from '../store/due-tasks.store.ts';
import type { Lane } from '../store/task-queue.store.ts';
import type { Task, TaskChange } from '../store/tasks.store.ts';
import { reached } from '../write-points.ts';
import type { QueueBoard } from './queue-board.ts';
import type { RecordFiles } from './record-files.ts';
import type { RecordSignals } from './record-signals.ts';
import { claimNext } from './task-claims.ts';
import { applyEvent } from './task-lifecycle.ts';
import { type LiveProgressMap, trackProgress } from './task-progress.ts';

export type TaskRunner = {
  /**
   * Runs the task whose turn it is in one of the lanes to its end; does nothing when none waits.
   * @param claimed called once a task is claimed: more may wait
   * @throws when no task could be claimed; the sweeper asks again
   */
  run(lanes: Lane[], claimed?: () => Promise<void>): Promise<void>;
  /** How many long tasks are being run. */
  longRuns(): number;
  /** Hands back the tasks that the table calls running here and that nobody runs. */
  handBackLost(): Promise<void>;
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
  board: QueueBoard;
  live: LiveProgressMap;
  workDir: string;
  instanceId: string;
  now: () => Date;
  onError: (error: unknown, taskId: string) => void;
};

type Run = {
  controller: AbortController;
  done: Promise<void>;
  task: Task;
  /** the server stops: the next start runs the task again, whatever the engine answers now */
  isHandedBack: boolean;
  /** the table is up to date; the database may be closed */
  isReleased: boolean;
};

/** How often the end of a task is tried to be written, and the first pause; each is twice as long. */
const endTries = 6;
const endPauseMs = 100;

/** How long the engine may take to abandon a job. */
const releaseMs = 2000;

/** True when the promise settled in time. */
async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = globalThis.setTimeout(() => resolve(false), ms);
  });
  const settled = await Promise.race([promise.then(() => true), patience]);
  clearTimeout(timer);
  return settled;
}

export function createTaskRunner(deps: TaskRunnerDeps): TaskRunner {
  const { db, engine, storage, files, signals, board, live, now } = deps;
  const runs = new Map<string, Run>();
  /** claims whose answer is under way */
  const claims = new Set<Promise<unknown>>();
  const workDirOf = ({ id, attempt }: Task) => join(deps.workDir, `task-${id}-${attempt}`);
  let isStopping = false;

  /** What is only told to others must not cost the task anything. */
  async function bestEffort(taskId: string, tell: () => unknown): Promise<void> {
    try {
      await tell();
    } catch (error) {
      deps.onError(error, taskId);
    }
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
      outputDir: workDirOf(task),
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

  /** The last move of a run, which nobody else makes: tried again while the database fails. */
  async function writeEnd(
    task: Task,
    run: Run,
    outcome: { event: TaskRecordEvent; set: TaskChange },
  ): Promise<Task | undefined> {
    const { id, type, attempt } = task;
    for (let n = 1; ; n += 1) {
      try {
        return await applyEvent(db, { id, type, attempt, now: now(), ...outcome });
      } catch (error) {
        if (n === endTries || run.isReleased) throw error;
        deps.onError(error, id);
        await setTimeout(endPauseMs * 2 ** (n - 1));
      }
    }
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
    const ended = await writeEnd(task, run, outcome);
    reached('task.ended');
    live.delete(task.id);
    await bestEffort(task.id, () => signals.changed(task.id));
    // Cancelled, expired or deleted while it ran: the files are not needed.
    if (!ended && 'output' in outcome.set) await files.removeResult(task.id);
  }

  async function runClaimed(run: Run): Promise<void> {
    const { id } = run.task;
    try {
      await finish(run.task, run);
    } catch (error) {
      deps.onError(error, id);
    } finally {
      live.delete(id);
      await bestEffort(id, () => rm(workDirOf(run.task), { recursive: true, force: true }));
      if (runs.get(id) === run) runs.delete(id);
    }
  }

  /** Claims and registers in one step, so that a claimed task is never taken for a lost one. */
  async function claim(lanes: Lane[]): Promise<Run | undefined> {
    const task = await claimNext(db, { lanes, runner: deps.instanceId, now });
    if (!task) return undefined;
    reached('task.claimed');
    const run: Run = {
      ...{ task, isHandedBack: false, isReleased: false },
      controller: new AbortController(),
      done: Promise.resolve(),
    };
    runs.set(task.id, run);
    run.done = runClaimed(run);
    return run;
  }

  return {
    async run(lanes, claimed) {
      if (isStopping) return;
      const claiming = claim(lanes);
      claims.add(claiming);
      const run = await claiming.finally(() => claims.delete(claiming));
      if (!run) return;
      const { id } = run.task;
      await bestEffort(id, () => signals.changed(id));
      await bestEffort(id, board.moved);
      if (claimed) await bestEffort(id, claimed);
      await run.done;
    },
    longRuns: () => [...runs.values()].filter(({ task }) => task.lane === 'long').length,
    async handBackLost() {
      const here = await tasksRunningOn(db, deps.instanceId);
      await Promise.allSettled(claims);
      for (const task of here) {
        const run = runs.get(task.id);
        if (run?.task.attempt === task.attempt) continue;
        await handBack(task);
        signals.changed(task.id);
      }
    },
    abort(taskId) {
      runs.get(taskId)?.controller.abort();
    },
    async stop(graceMs) {
      isStopping = true;
      await Promise.allSettled(claims);
      const all = Promise.all([...runs.values()].map((run) => run.done));
      if (await settlesWithin(all, graceMs)) return;
      for (const run of runs.values()) {
        run.isHandedBack = true;
        run.controller.abort();
      }
      if (await settlesWithin(all, releaseMs)) return;
      for (const run of runs.values()) {
        run.isReleased = true;
        await handBack(run.task);
      }
    },
  };
}
