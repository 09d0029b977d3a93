import { expect, test, vi } from 'vitest';
import { createMemoryBus } from './memory-bus.ts';

const missed = () => {};

test('a message reaches all subscribers of its topic before the sender continues', () => {
  const bus = createMemoryBus(vi.fn());
  const [one, two, other] = [vi.fn(), vi.fn(), vi.fn()];
  bus.subscribe('record.changed', { heard: one, missed });
  bus.subscribe('record.changed', { heard: two, missed });
  bus.subscribe('queue.moved', { heard: other, missed });
  bus.publish('record.changed', 'a');
  expect([one.mock.calls, two.mock.calls]).toEqual([[['a']], [['a']]]);
  expect(other).not.toHaveBeenCalled();
});

test('a failing subscriber is reported, and keeps the message from no other', () => {
  const onError = vi.fn();
  const bus = createMemoryBus(onError);
  const failure = new Error('failed');
  const heard = vi.fn();
  bus.subscribe('queue.moved', {
    heard() {
      throw failure;
    },
    missed,
  });
  bus.subscribe('queue.moved', { heard, missed });
  bus.publish('queue.moved');
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure);
  expect(heard).toHaveBeenCalledExactlyOnceWith('');
});
