import type { Platform } from '../platform/platform.ts';
import { endOfKeeping, forEach, type Step } from '../platform/sweeper.ts';
import {
  isAnyQueued,
  tasksOfLostProcesses,
  tasksPastDeadline,
  tasksPastRetention,
  tasksWithLeftFiles,
} from './due-tasks.store.ts';
import { purgeMissedStarts } from './missed-starts.store.ts';
import type { RecordFiles } from './record-files.ts';
import type { RecordSignals } from './record-signals.ts';
import type { Reminders } from './reminders.ts';
import { applyEvent } from './task-lifecycle.ts';
import { purgeTurns } from './task-queue.store.ts';
import type { TaskRunner } from './task-runner.ts';
import {
  findTask,
  markDeleted,
  maxCrashes,
  oneMoreCrash,
  purgeDeleted,
  type Task,
} from './tasks.store.ts';
import type { UnfinishedWork } from './unfinished-work.ts';

const dayMs = 86_400_000;

type TasksStep =
  | 'deadlines'
  | 'queue'
  | 'reminders'
  | 'retention'
  | 'files of records'
  | 'unfinished work'
  | 'turns'
  | 'purge of records';

export type TasksSteps = {
  recovery: Record<'recovery of tasks', Step>;
  own: Record<'lost tasks', Step>;
  sweep: Record<TasksStep, Step>;
};

export type TasksStepsDeps = Pick<Platform, 'db' | 'now' | 'onError'> & {
  /** Notifies workers that tasks wait. */
  callWorkers: () => void;
  runner: Pick<TaskRunner, 'abort' | 'handBackLost'>;
  files: Pick<RecordFiles, 'remove'>;
  unfinished: Pick<UnfinishedWork, 'sweep'>;
  signals: Pick<RecordSignals, 'changed'>;
  reminders: Reminders;
};

/** Returns the steps of recovery and sweep that concern tasks. */
export function tasksSteps(deps: TasksStepsDeps): TasksSteps {
  const { db, callWorkers, runner, files, unfinished, signals, reminders, now, onError } = deps;

  async function takeBack(task: Task) {
    const isHopeless = task.crashes + 1 >= maxCrashes;
    const moved = await applyEvent(db, {
      id: task.id,
      type: task.type,
      // Another process may have taken the task back, and may run it again.
      attempt: task.attempt,
      event: { type: isHopeless ? 'task.failed' : 'task.handedBack' },
      now: now(),
      set: {
        crashes: oneMoreCrash,
        runner: null,
        ...(isHopeless ? { reason: 'engine_failed' } : {}),
      },
    });
    if (!moved) return;
    if (isHopeless) onError(new Error('every process that ran this task has died'), task.id);
    signals.changed(task.id);
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
    onError(new Error('the task has passed its deadline'), id);
    runner.abort(id);
    signals.changed(id);
  }

  return {
    recovery: {
      async 'recovery of tasks'(attempt) {
        await forEach(() => tasksOfLostProcesses(db), takeBack)(attempt);
        if (await isAnyQueued(db)) callWorkers();
      },
    },
    own: { 'lost tasks': runner.handBackLost },
    sweep: {
      deadlines: forEach(() => tasksPastDeadline(db, now()), expire),
      async queue() {
        if (await isAnyQueued(db)) callWorkers();
      },
      reminders: reminders.sweep,
      retention: forEach(
        () => tasksPastRetention(db, now()),
        (id) => markDeleted(db, id, now()),
      ),
      'files of records': forEach(() => tasksWithLeftFiles(db), files.remove),
      'unfinished work': unfinished.sweep,
      turns: () => purgeTurns(db),
      // Until its row is removed, a deleted record answers `record_gone` instead of
      // `record_not_found`.
      async 'purge of records'() {
        await purgeDeleted(db, endOfKeeping(now()));
        await purgeMissedStarts(db, new Date(now().getTime() - dayMs));
      },
    },
  };
}
