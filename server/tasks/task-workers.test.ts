import { beforeEach, expect, test, vi } from 'vitest';
import type { JobName, JobQueue } from '../platform/queue/job-queue.port.ts';
import type { TaskRunner } from './task-runner.ts';
import { callForTasks, workOnTasks } from './task-workers.ts';

const places = 2;

let longRuns: number;
let sent: JobName[];
let workers: Map<JobName, { concurrency: number; wake: () => Promise<void> }>;
let jobs: JobQueue;
const run = vi.fn<TaskRunner['run']>(async () => {});
beforeEach(async () => {
  longRuns = 0;
  sent = [];
  workers = new Map();
  run.mockClear();
  jobs = {
    async send(name) {
      sent.push(name);
    },
    async work(name, concurrency, handler) {
      workers.set(name, { concurrency, wake: () => handler('any') });
    },
    stop: async () => {},
  };
  const unused = () => Promise.reject(new Error('not part of this test'));
  const runner = { run, longRuns: () => longRuns, handBackLost: unused, stop: unused };
  await workOnTasks(jobs, { ...runner, abort() {} }, places);
});

const wake = (name: JobName) => workers.get(name)?.wake();

test('a call reaches workers of all slots', async () => {
  await callForTasks(jobs);
  expect(sent).toEqual(['tasks.run', 'tasks.run.short']);
});

test('each slot runs tasks of any length, and one extra slot runs only short tasks', async () => {
  expect([...workers].map(([name, { concurrency }]) => [name, concurrency])).toEqual([
    ['tasks.run', places],
    ['tasks.run.short', 1],
  ]);
  await wake('tasks.run');
  expect(run).toHaveBeenCalledExactlyOnceWith(['short', 'long'], expect.any(Function));
});

test('the slot for short tasks is open only while long tasks hold all other slots', async () => {
  longRuns = places - 1;
  await wake('tasks.run.short');
  expect(run).not.toHaveBeenCalled();
  longRuns = places;
  await wake('tasks.run.short');
  expect(run).toHaveBeenCalledExactlyOnceWith(['short'], expect.any(Function));
});

test.each(['tasks.run', 'tasks.run.short'] as const)(
  'a worker of %s that has claimed a task calls the next worker',
  async (name) => {
    longRuns = places;
    run.mockImplementationOnce(async (_lanes, claimed) => claimed?.());
    await wake(name);
    expect(sent).toEqual(['tasks.run', 'tasks.run.short']);
  },
);
