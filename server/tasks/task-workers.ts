import type { Workers } from '../platform/bus/workers.ts';
import type { TaskRunner } from './task-runner.ts';

/** Numbers of slots. */
export type Slots = {
  /** for tasks of any length that run on this machine */
  local: number;
  /** for tasks that a provider runs; 0 if none is configured */
  hosted: number;
};

/** Notifies free workers that tasks wait. One call is enough for any number of tasks. */
export function callForTasks(workers: Workers, { hosted }: Pick<Slots, 'hosted'>): void {
  workers.call('tasks');
  workers.call('short tasks');
  if (hosted > 0) workers.call('hosted tasks');
}

/**
 * Makes workers run tasks. A worker that has claimed a task calls the next worker. While long tasks
 * hold all slots, one extra slot is open for short tasks.
 */
export function workOnTasks(workers: Workers, runner: TaskRunner, slots: Slots): void {
  const callNext = async () => callForTasks(workers, slots);
  workers.work('tasks', slots.local, () => runner.run(['short', 'long'], callNext));
  workers.work('short tasks', 1, async () => {
    if (runner.longRuns() >= slots.local) await runner.run(['short'], callNext);
  });
  if (slots.hosted === 0) return;
  workers.work('hosted tasks', slots.hosted, () => runner.run(['hosted'], callNext));
}
