import type { Workers } from '../platform/bus/workers.ts';
import type { TaskRunner } from './task-runner.ts';

/** Notifies free workers that tasks wait. One call is enough for any number of tasks. */
export function callForTasks(workers: Workers): void {
  workers.call('tasks');
  workers.call('short tasks');
}

/**
 * Makes workers run tasks. A worker that has claimed a task calls the next worker. While long tasks
 * hold all slots, one extra slot is open for short tasks.
 * @param places number of slots for tasks of any length
 */
export function workOnTasks(workers: Workers, runner: TaskRunner, places: number): void {
  const callNext = async () => callForTasks(workers);
  workers.work('tasks', places, () => runner.run(['short', 'long'], callNext));
  workers.work('short tasks', 1, async () => {
    if (runner.longRuns() >= places) await runner.run(['short'], callNext);
  });
}
