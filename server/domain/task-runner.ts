import { PauseSwitch } from '../engine/pause-switch.ts';
import { tasksRunningOn } from '../store/due-tasks.store.ts';
import type { Lane } from '../store/task-queue.store.ts';
import { reached } from '../write-points.ts';
import type { QueueBoard } from './queue-board.ts';
import { claimNext } from './task-claims.ts';
import { createTaskWork, type Run, type TaskWorkDeps } from './task-work.ts';
import { createYielding } from './task-yielding.ts';

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

export type TaskRunnerDeps = TaskWorkDeps & {
  board: QueueBoard;
  instanceId: string;
  /** how long a task may be worked on, pauses not counted */
  deadlineMs: number;
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
  const { db, signals, board, now, deadlineMs } = deps;
  const { perform, handBack, bestEffort } = createTaskWork(deps);
  const yielding = createYielding();
  const runs = new Map<string, Run>();
  /** claims whose answer is under way */
  const claims = new Set<Promise<unknown>>();
  let isStopping = false;

  async function performInTurn(run: Run): Promise<void> {
    const { id, ownerId, lane } = run.task;
    const leave = yielding.enter({ ownerId, lane, pauses: run.pauses });
    await perform(run);
    leave();
    if (runs.get(id) === run) runs.delete(id);
  }

  /** Claims and registers in one step, so that a claimed task is never taken for a lost one. */
  async function claim(lanes: Lane[]): Promise<Run | undefined> {
    const task = await claimNext(db, { lanes, runner: deps.instanceId, now, deadlineMs });
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
