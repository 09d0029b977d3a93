import type { Database } from '../platform/database/database.ts';
import { publishMove } from '../platform/lifecycle/lifecycle.ts';
import { reached } from '../platform/write-points.ts';
import { workUntil } from './task-deadlines.ts';
import { applyEventWithin, taskLifecycle } from './task-lifecycle.ts';
import { type Lane, nextInQueue, passTurn } from './task-queue.store.ts';
import { nextAttempt, type Task } from './tasks.store.ts';

/** Number of tries, because a task may be cancelled between its selection and its claim. */
const tries = 5;

/** Claims the next task of the given lanes. Returns undefined if no task waits. */
export async function claimNext(
  db: Database,
  given: {
    lanes: Lane[];
    /** functions of the task; null for all */
    codes?: string[] | null;
    runner: string;
    now: () => Date;
    deadlineMs: number;
  },
): Promise<Task | undefined> {
  const { lanes, codes, runner, now, deadlineMs } = given;
  for (let n = 0; n < tries; n += 1) {
    const claim = await db.transaction(async (tx) => {
      const next = await nextInQueue(tx, lanes, codes);
      if (!next) return null;
      const { id, type, startedAt } = next.task;
      const time = now();
      const moved = await applyEventWithin(tx, {
        id,
        type,
        now: time,
        event: { type: 'task.claimed' },
        set: {
          runner,
          attempt: nextAttempt,
          startedAt: startedAt ?? time,
          deadlineAt: workUntil(time, deadlineMs),
        },
      });
      reached('claim.task-moved');
      if (moved) await passTurn(tx, next);
      reached('claim.turn-passed');
      return moved;
    });
    if (claim === null) return undefined;
    if (!claim) continue;
    publishMove(taskLifecycle, claim);
    return claim.row;
  }
  return undefined;
}
