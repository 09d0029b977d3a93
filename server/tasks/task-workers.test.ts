import { beforeEach, expect, test, vi } from 'vitest';
import type { Work, Workers } from '../platform/bus/workers.ts';
import type { TaskRunner } from './task-runner.ts';
import { callForTasks, workOnTasks } from './task-workers.ts';

const slots = { local: 2, hosted: 3 };

let longRuns: number;
let called: Work[];
let handlers: Map<Work, { places: number; wake: () => Promise<void> }>;
let workers: Workers;
const run = vi.fn<TaskRunner['run']>(async () => {});
beforeEach(() => {
  longRuns = 0;
  called = [];
  handlers = new Map();
  run.mockClear();
  workers = {
    call: (work) => void called.push(work),
    work: (work, places, wake) => void handlers.set(work, { places, wake }),
    stop: async () => {},
  };
  const unused = () => Promise.reject(new Error('not part of this test'));
  const runner = { run, longRuns: () => longRuns, handBackLost: unused, stop: unused };
  workOnTasks(workers, { ...runner, abort() {} }, slots);
});

const wake = (work: Work) => handlers.get(work)?.wake();

test('a call reaches workers of all slots', () => {
  callForTasks(workers, slots);
  expect(called).toEqual(['tasks', 'short tasks', 'hosted tasks']);
  callForTasks(workers, { hosted: 0 });
  expect(called.slice(3)).toEqual(['tasks', 'short tasks']);
});

test('each slot runs tasks of any length, and one extra slot runs only short tasks', async () => {
  expect([...handlers].map(([work, handler]) => [work, handler.places])).toEqual([
    ['tasks', slots.local],
    ['short tasks', 1],
    ['hosted tasks', slots.hosted],
  ]);
  await wake('tasks');
  expect(run).toHaveBeenCalledExactlyOnceWith(['short', 'long'], expect.any(Function));
});

test('tasks that a provider runs have slots of their own', async () => {
  await wake('hosted tasks');
  expect(run).toHaveBeenCalledExactlyOnceWith(['hosted'], expect.any(Function));
});

test('the slot for short tasks is open only while long tasks hold all other slots', async () => {
  longRuns = slots.local - 1;
  await wake('short tasks');
  expect(run).not.toHaveBeenCalled();
  longRuns = slots.local;
  await wake('short tasks');
  expect(run).toHaveBeenCalledExactlyOnceWith(['short'], expect.any(Function));
});

test.each(['tasks', 'short tasks', 'hosted tasks'] as const)(
  'a worker of %s that has claimed a task calls the next worker',
  async (work) => {
    longRuns = slots.local;
    run.mockImplementationOnce(async (_lanes, claimed) => claimed?.());
    await wake(work);
    expect(called).toEqual(['tasks', 'short tasks', 'hosted tasks']);
  },
);
