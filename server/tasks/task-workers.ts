import type { JobQueue } from '../platform/queue/job-queue.port.ts';
import type { TaskRunner } from './task-runner.ts';

/** Notifies free workers that tasks wait. One message is enough for any number of tasks. */
export async function callForTasks(jobs: JobQueue): Promise<void> {
  await jobs.send('tasks.run', 'any');
  await jobs.send('tasks.run.short', 'any');
}

/**
 * Makes workers run tasks. A worker that has claimed a task calls the next worker. While long tasks
 * hold all slots, one extra slot is open for short tasks.
 * @param places number of slots for tasks of any length
 */
export async function workOnTasks(
  jobs: JobQueue,
  runner: TaskRunner,
  places: number,
): Promise<void> {
  const callNext = () => callForTasks(jobs);
  await jobs.work('tasks.run', places, () => runner.run(['short', 'long'], callNext));
  await jobs.work('tasks.run.short', 1, async () => {
    if (runner.longRuns() >= places) await runner.run(['short'], callNext);
  });
}
