import type { JobQueue } from '../jobs/job-queue.port.ts';
import type { TaskRunner } from './task-runner.ts';

/** Sends free workers to look for tasks that wait: one message, however many there are. */
export async function callForTasks(jobs: JobQueue): Promise<void> {
  await jobs.send('tasks.run', 'any');
  await jobs.send('tasks.run.short', 'any');
}

/**
 * A worker that has claimed a task calls the next one. While long tasks hold all places, there is
 * one more for short ones.
 * @param places for tasks of any length
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
