import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { TaskEnd } from '../../model/task-record.ts';
import { unseenMachine } from '../unseen.machine.ts';
import { selectUnseen } from '../unseen.selectors.ts';

const start = (path = '/') => {
  const actor = createActor(unseenMachine, { input: { path } }).start();
  return {
    end: (end: TaskEnd = 'succeeded', watched = false, recordId: string | null = 'r1') =>
      actor.send({
        type: 'task.ended',
        end,
        recordId,
        watched,
        byCore: false,
        inHand: false,
        isOfBatch: false,
      }),
    go: (to: string) => actor.send({ type: 'location.changed', path: to }),
    unseen: () => selectUnseen(actor.getSnapshot()),
  };
};

it.each([
  ['succeeded', false, 'ready'],
  ['failed', false, 'ended'],
  ['rejected', false, 'ended'],
  ['cancelled', false, null],
  ['succeeded', true, null],
] as const)('a task that %s, watched: %s, leaves as unseen: %s', (end, watched, unseen) => {
  const visitor = start();
  visitor.end(end, watched);
  expect(visitor.unseen()).toBe(unseen);
});

it.each(['limited', 'notStarted', 'unsure', 'failed'] as const)(
  'does not count a task that %s without a record',
  (end) => {
    const visitor = start();
    visitor.end(end, false, null);
    expect(visitor.unseen()).toBeNull();
  },
);

it.each([
  ['/record', null],
  ['/de/record?x=1', null],
  ['/ja/result/r1', null],
  ['/result/r2', 'ready'],
  ['/', 'ready'],
  ['/de/terms', 'ready'],
])('after a visit to %s an end is unseen: %s', (path, unseen) => {
  const visitor = start();
  visitor.end();
  visitor.go(path);
  expect(visitor.unseen()).toBe(unseen);
  visitor.go('/terms');
  expect(visitor.unseen()).toBe(unseen);
});

it('does not count a task that ends while the records are on screen', () => {
  const visitor = start('/de/record');
  visitor.end();
  expect(visitor.unseen()).toBeNull();
  visitor.go('/de');
  visitor.end();
  expect(visitor.unseen()).toBe('ready');
});

it.each([
  ['its own result', '/result/r1', null],
  ['the result of another record', '/result/r2', 'ready'],
])('a task that ends while %s is on screen is unseen: %s', (_, path, unseen) => {
  const visitor = start(path);
  visitor.end();
  expect(visitor.unseen()).toBe(unseen);
});
