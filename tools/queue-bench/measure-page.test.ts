import { expect, it } from 'vitest';
import { tasksOf } from './measure-page.ts';

const task = (tid: number, dur: number, tdur?: number) => ({
  name: 'RunTask',
  ph: 'X',
  pid: 1,
  tid,
  dur,
  ...(tdur === undefined ? {} : { tdur }),
});
const thread = (tid: number, name: string) => ({
  name: 'thread_name',
  ph: 'M',
  pid: 1,
  tid,
  args: { name },
});

it('finds the tasks of the main thread, by the time that they take of the processor', () => {
  const trace = [
    thread(1, 'CrRendererMain'),
    thread(2, 'Compositor'),
    ...[task(1, 2000), task(1, 30_000, 5000), task(2, 90_000)],
    { ...task(1, 50_000), name: 'v8.compile' },
  ];
  expect(tasksOf(trace)).toEqual([5, 2]);
});
