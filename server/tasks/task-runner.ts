import { willRunAgain } from '../engine/engine.port.ts';
import { PauseSwitch } from '../engine/pause-switch.ts';
import type { ProcessLease } from '../platform/process/process-lease.ts';
import { reached } from '../platform/write-points.ts';
import { tasksRunningOn } from './due-tasks.store.ts';
import type { QueueBoard } from './queue-board.ts';
import { claimNext } from './task-claims.ts';
import type { Lane } from './task-queue.store.ts';
import { createTaskWork, type Run, type TaskWorkDeps } from './task-work.ts';
import { createYielding } from './task-yielding.ts';

export type TaskRunner = {
  /**
   * Runs the next task of the given lanes to its end. Does nothing if no task waits.
   * @param claimed called after a claim, because more tasks may wait
   * @throws if the claim fails; the sweep tries again
   */
  run(lanes: Lane[], claimed?: () => Promise<void>): Promise<void>;
  /** Returns the number of running long tasks. */
  longRuns(): number;
  /**
   * Puts tasks back into the queue that the table marks as running in this process, but that are
   * not running.
   */
  handBackLost(): Promise<void>;
  /** Stops the engine's work on a task that has ended in the table. */
  abort(taskId: string): void;
  /**
   * Claims no further tasks. Running tasks may finish for `graceMs`, and are then put back into the
   * queue.
   */
  stop(graceMs: number): Promise<void>;
};

export type TaskRunnerDeps = TaskWorkDeps & {
  board: QueueBoard;
  processId: string;
  lease: ProcessLease;
  /** functions whose tasks this process runs; null for all */
  codes: string[] | null;
  /** working time of a task, without pauses */
  deadlineMs: number;
};

/** Time limit for the engine to abort a job. */
const releaseMs = 2000;

/** Resolves with true if the promise settled in time. */
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
  const { db, signals, board, now, deadlineMs } = deps;
  const { perform, handBack, bestEffort } = createTaskWork(deps);
  const yielding = createYielding();
  const runs = new Map<string, Run>();
  /** claims that are not settled yet */
  const claims = new Set<Promise<unknown>>();
  let isStopping = false;

  async function performInTurn(run: Run): Promise<void> {
    const { id, ownerId, lane } = run.task;
    const leave = yielding.enter({ ownerId, lane, pauses: run.pauses });
    await perform(run);
    leave();
    if (runs.get(id) === run) runs.delete(id);
  }

  /**
   * Claims and registers a task without a pause in between, so that a claimed task never counts as
   * lost.
   */
  async function claim(lanes: Lane[]): Promise<Run | undefined> {
    const task = await claimNext(db, {
      lanes,
      codes: deps.codes,
      runner: deps.processId,
      now,
      deadlineMs,
    });
    if (!task) return undefined;
    reached('task.claimed');
    const run: Run = {
      task,
      isHandedBack: false,
      isReleased: false,
      controller: new AbortController(),
      pauses: new PauseSwitch(),
      done: Promise.resolve(),
    };
    runs.set(task.id, run);
    run.done = performInTurn(run);
    return run;
  }

  /** Ends all runs. Their tasks are put back into the queue, unless another process has them. */
  function handAllBack() {
    for (const run of runs.values()) {
      run.isHandedBack = true;
      run.controller.abort(willRunAgain);
    }
  }
  deps.lease.onLost(handAllBack);

  return {
    async run(lanes, claimed) {
      if (isStopping || !deps.lease.holds()) return;
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
      const here = await tasksRunningOn(db, deps.processId);
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
      handAllBack();
      if (await settlesWithin(all, releaseMs)) return;
      for (const run of runs.values()) {
        run.isReleased = true;
        await handBack(run.task);
      }
    },
  };
}
