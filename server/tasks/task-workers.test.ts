import { beforeEach, expect, test, vi } from 'vitest';
import type { Work, Workers } from '../platform/bus/workers.ts';
import type { TaskRunner } from './task-runner.ts';
import { callForTasks, workOnTasks } from './task-workers.ts';

const places = 2;

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
  workOnTasks(workers, { ...runner, abort() {} }, places);
});

const wake = (work: Work) => handlers.get(work)?.wake();

test('a call reaches workers of all slots', () => {
  callForTasks(workers);
  expect(called).toEqual(['tasks', 'short tasks']);
});

test('each slot runs tasks of any length, and one extra slot runs only short tasks', async () => {
  expect([...handlers].map(([work, handler]) => [work, handler.places])).toEqual([
    ['tasks', places],
    ['short tasks', 1],
  ]);
  await wake('tasks');
  expect(run).toHaveBeenCalledExactlyOnceWith(['short', 'long'], expect.any(Function));
});

test('the slot for short tasks is open only while long tasks hold all other slots', async () => {
  longRuns = places - 1;
  await wake('short tasks');
  expect(run).not.toHaveBeenCalled();
  longRuns = places;
  await wake('short tasks');
  expect(run).toHaveBeenCalledExactlyOnceWith(['short'], expect.any(Function));
});

test.each(['tasks', 'short tasks'] as const)(
  'a worker of %s that has claimed a task calls the next worker',
  async (work) => {
    longRuns = places;
    run.mockImplementationOnce(async (_lanes, claimed) => claimed?.());
    await wake(work);
    expect(called).toEqual(['tasks', 'short tasks']);
  },
);
