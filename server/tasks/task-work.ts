import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { dealStatus } from '../../contract/deal-status.ts';
import type { TaskRecordEvent } from '../../machines/lifecycle/task-record/task-record.machine.ts';
import { picturesIn } from '../../machines/model/own-value.ts';
import { type Engine, EngineError, type EngineJob, willRunAgain } from '../engine/engine.port.ts';
import type { PauseSwitch } from '../engine/pause-switch.ts';
import type { Database } from '../platform/database/database.ts';
import type { ProcessLease } from '../platform/process/process-lease.ts';
import type { WithCopies } from '../platform/storage/local-copies.ts';
import type { Span, Tracing } from '../platform/tracing/tracing.port.ts';
import { reached } from '../platform/write-points.ts';
import { functionByCode } from '../uploads/upload-limits.ts';
import type { LiveProgress } from './live-progress.ts';
import { createPartialPictures } from './partial-pictures.ts';
import type { RecordFiles } from './record-files.ts';
import type { RecordSignals } from './record-signals.ts';
import { applyEvent } from './task-lifecycle.ts';
import { trackProgress } from './task-progress.ts';
import { findTask, maxCrashes, oneMoreCrash, type Task, type TaskChange } from './tasks.store.ts';
import { type UnfinishedWork, WorkUnreadable } from './unfinished-work.ts';

/** One attempt at a task, from its claim to its end in the table. */
export type Run = {
  task: Task;
  controller: AbortController;
  pauses: PauseSwitch;
  done: Promise<void>;
  /**
   * true if the server is stopping; the engine's result is then ignored, and the next process runs
   * the task again
   */
  isHandedBack: boolean;
  /** true if the table contains the current state, so that the database may be closed */
  isReleased: boolean;
};

export type TaskWorkDeps = {
  db: Database;
  engine: Engine;
  withCopies: WithCopies;
  files: RecordFiles;
  signals: Pick<RecordSignals, 'changed'>;
  live: LiveProgress;
  workDir: string;
  lease: Pick<ProcessLease, 'holds'>;
  unfinished: Pick<UnfinishedWork, 'open' | 'settle'>;
  tracing: Pick<Tracing, 'run'>;
  now: () => Date;
  onError: (error: unknown, taskId: string) => void;
};

type TaskWork = {
  /** Runs a claimed task and writes its end. Never rejects. */
  perform(run: Run): Promise<void>;
  /** Puts the task of an attempt back into the queue. */
  handBack(task: Task): Promise<void>;
  /** Runs a notification whose failure must not fail the task. */
  bestEffort(taskId: string, notify: () => unknown): Promise<void>;
};

type Outcome = { event: TaskRecordEvent; set: TaskChange };

/**
 * Number of tries to write the end of a task, and the first pause between them in milliseconds.
 * Each pause is twice as long as the previous pause.
 */
const endTries = 6;
const endPauseMs = 100;

/** Runs tasks in the engine and writes their ends. */
export function createTaskWork(deps: TaskWorkDeps): TaskWork {
  const { db, engine, withCopies, files, signals, live, unfinished, tracing, now } = deps;
  const workDirOf = ({ id, attempt }: Task) => join(deps.workDir, `task-${id}-${attempt}`);

  async function bestEffort(taskId: string, notify: () => unknown): Promise<void> {
    try {
      await notify();
    } catch (error) {
      deps.onError(error, taskId);
    }
  }

  /** Runs a job. The whole job of a provider's function counts as one call to the provider. */
  function runIn({ lane, code }: Task, job: EngineJob): ReturnType<Engine['run']> {
    if (lane !== 'hosted') return engine.run(job);
    const attributes = { 'lightwell.function': code };
    return tracing.run('hosted engine', { kind: 'client', attributes }, () => engine.run(job));
  }

  /** Runs the task in the engine. Returns the result as an event of the record. */
  async function execute(
    run: Run,
    hear: Pick<EngineJob, 'onProgress' | 'onPartial'>,
  ): Promise<Outcome> {
    const { task, controller, pauses } = run;
    const { code, options, uploadKey } = task;
    const named = Object.entries(picturesIn(functionByCode(engine, code), options));
    const keys = [uploadKey, ...named.map(([, key]) => key)];
    const kept = await unfinished.open(task);
    const result = await withCopies(keys, ([inputPath = '', ...paths]) =>
      runIn(task, {
        id: `${task.id}-${task.attempt}`,
        code,
        options,
        inputPath,
        pictures: Object.fromEntries(named.map(([name], n) => [name, paths[n] ?? ''])),
        outputDir: workDirOf(task),
        keepDir: kept.folder,
        signal: controller.signal,
        pauses,
        ...hear,
        onReplaced: (reason) => deps.onError(reason, task.id),
      }),
    ).finally(() => kept.close(run.isHandedBack));
    if (!deps.lease.holds()) {
      // Another process may be storing its own result.
      run.isHandedBack = true;
      throw new Error('this process may have lost its lease');
    }
    if (result.kind === 'rejected') {
      return { event: { type: 'task.rejected' }, set: { reason: result.reason } };
    }
    return {
      event: { type: 'task.succeeded' },
      set: { output: await files.keep(task.id, result) },
    };
  }

  /**
   * Returns true if the task was cancelled, expired or deleted, even if the job was not notified
   * yet.
   */
  async function isOver({ id, attempt }: Task): Promise<boolean> {
    const row = await findTask(db, id);
    return row?.status !== dealStatus.running || row.attempt !== attempt;
  }

  async function outcomeOfError(run: Run, error: unknown): Promise<Outcome> {
    const { task, controller, isHandedBack } = run;
    if (isHandedBack) return { event: { type: 'task.handedBack' }, set: { runner: null } };
    // A stopped job may fail for any reason, such as deleted files. This is not an error.
    if (controller.signal.aborted || (await isOver(task).catch(() => false))) {
      return { event: { type: 'task.failed' }, set: { reason: 'engine_failed' } };
    }
    deps.onError(error, task.id);
    if (error instanceof WorkUnreadable && task.crashes + 1 < maxCrashes) {
      return { event: { type: 'task.handedBack' }, set: { runner: null, crashes: oneMoreCrash } };
    }
    const reason = error instanceof EngineError ? error.code : 'engine_failed';
    return { event: { type: 'task.failed' }, set: { reason } };
  }

  /**
   * Writes the end of a run. Retries while the database fails, because no other process writes
   * this end.
   */
  async function writeEnd(run: Run, outcome: Outcome): Promise<Task | undefined> {
    const { id, type, attempt } = run.task;
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

  /**
   * Stops a job that no longer runs in the table. If another process has taken the task over, the
   * job hands over what it has made and paid.
   */
  async function stopLost(run: Run): Promise<void> {
    const row = await findTask(db, run.task.id);
    const goesOn = row !== undefined && row.status <= dealStatus.running;
    run.isHandedBack = goesOn;
    run.controller.abort(goesOn ? willRunAgain : undefined);
  }

  async function finish(run: Run, span: Span): Promise<void> {
    const { task } = run;
    const progress = trackProgress(task, {
      db,
      live,
      now,
      onLost: () => stopLost(run),
      onError: (error) => run.isReleased || deps.onError(error, task.id),
    });
    const pictures = createPartialPictures(task, {
      files,
      show: progress.show,
      onError: (error) => deps.onError(error, task.id),
    });
    const hear = { onProgress: progress.report, onPartial: pictures.take };
    const outcome = await execute(run, hear).catch((error) => outcomeOfError(run, error));
    await pictures.close();
    if (run.isReleased) return;
    await progress.stored();
    const ended = await writeEnd(run, outcome);
    // Without a row, the task was cancelled, has expired, or has moved to another process.
    const type = ended ? outcome.event.type : 'task.over';
    span.set({ 'lightwell.outcome': type });
    if (type === 'task.failed') span.fail(String(outcome.set.reason));
    reached('task.ended');
    await bestEffort(task.id, () => signals.changed(task.id));
    await files.settle(task.id);
  }

  return {
    bestEffort,
    async perform(run) {
      const { id, code, attempt, traceparent } = run.task;
      const attributes = { 'lightwell.function': code, 'lightwell.attempt': attempt };
      const options = { kind: 'consumer', parent: traceparent, attributes } as const;
      try {
        await tracing.run('job', options, (span) => finish(run, span));
      } catch (error) {
        deps.onError(error, id);
      } finally {
        live.delete(id);
        await bestEffort(id, () => rm(workDirOf(run.task), { recursive: true, force: true }));
        // If the database was closed, the next process removes the files.
        if (!run.isReleased) await bestEffort(id, () => unfinished.settle(id));
      }
    },
    async handBack({ id, type, attempt }) {
      const event = { type: 'task.handedBack' as const };
      await applyEvent(db, { id, type, attempt, event, now: now(), set: { runner: null } });
    },
  };
}
