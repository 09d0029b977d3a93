import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { TaskEnd } from '../model/task-record.ts';
import { unseenMachine } from './unseen.machine.ts';
import { selectIsUnseen } from './unseen.selectors.ts';

const start = (path = '/') => {
  const actor = createActor(unseenMachine, { input: { path } }).start();
  return {
    end: (end: TaskEnd = 'succeeded', watched = false) =>
      actor.send({ type: 'task.ended', recordId: 'r1', end, byCore: false, watched }),
    go: (to: string) => actor.send({ type: 'location.changed', path: to }),
    isUnseen: () => selectIsUnseen(actor.getSnapshot()),
  };
};

it.each([
  ['succeeded', false, true],
  ['failed', false, true],
  ['rejected', false, true],
  ['cancelled', false, false],
  ['succeeded', true, false],
] as const)('a task that ended %s, watched: %s, is unseen: %s', (end, watched, isUnseen) => {
  const visitor = start();
  visitor.end(end, watched);
  expect(visitor.isUnseen()).toBe(isUnseen);
});

it.each([
  ['/record', false],
  ['/de/record?x=1', false],
  ['/ja/result/r1', false],
  ['/', true],
  ['/de/terms', true],
])('after a visit to %s an end is still unseen: %s', (path, isUnseen) => {
  const visitor = start();
  visitor.end();
  visitor.go(path);
  expect(visitor.isUnseen()).toBe(isUnseen);
  visitor.go('/terms');
  expect(visitor.isUnseen()).toBe(isUnseen);
});

it('what ends while the records are on screen is seen', () => {
  const visitor = start('/de/record');
  visitor.end();
  expect(visitor.isUnseen()).toBe(false);
  visitor.go('/de');
  visitor.end();
  expect(visitor.isUnseen()).toBe(true);
});
