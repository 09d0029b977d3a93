import { expect, it } from 'vitest';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { PortError, type PortFailure } from '../../../machines/ports/port-failure.ts';
import type { WatchEvent } from '../../../machines/ports/task.port.ts';
import { memoryRecord } from '../memory/memory-samples.ts';
import type { CallApi } from './api-client.ts';
import { createRecordWatch } from './watch-record.ts';

type Answer = TaskRecord | PortFailure;

const running = (revision: number): TaskRecord => ({ ...memoryRecord, revision, dealStatus: 1 });
const done = (revision: number): TaskRecord => ({ ...memoryRecord, revision, dealStatus: 2 });
const failure = (reason: PortFailure['reason'], code?: string): PortFailure => ({
  reason,
  ...(code ? { code } : {}),
});

/** A server that answers in this order, then never; a browser whose time is set by hand. */
function createStage(answers: Answer[], answerAfterMs = 5000) {
  const asked: Record<string, unknown>[] = [];
  const events: WatchEvent[] = [];
  const listeners = new Set<() => void>();
  const timers = new Map<() => void, number>();
  const world = { online: true, visible: true, now: 0 };
  const api = (async (_: string, options: { payload: object; signal: AbortSignal }) => {
    asked.push({ ...options.payload, at: world.now });
    const answer = answers.shift();
    if (!answer) return new Promise(() => {});
    world.now += answerAfterMs;
    if ('reason' in answer && !('dealStatus' in answer)) throw new PortError(answer);
    return answer;
  }) as unknown as CallApi;
  const watch = createRecordWatch(api, {
    isOnline: () => world.online,
    isVisible: () => world.visible,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    now: () => world.now,
    after: (milliseconds, listener) => {
      timers.set(listener, world.now + milliseconds);
      return () => timers.delete(listener);
    },
  });
  return {
    asked,
    events,
    world,
    timers,
    start: () => watch({ id: 'r', revision: 0 }, (event) => events.push(event)),
    change: (changes: Partial<typeof world>) => {
      Object.assign(world, changes);
      for (const listener of [...listeners]) listener();
    },
    /** lets every promise run, then the next timer, until nothing is left to do */
    async run() {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const [next] = [...timers].sort((a, b) => a[1] - b[1]);
        if (!next) return;
        timers.delete(next[0]);
        world.now = Math.max(world.now, next[1]);
        next[0]();
      }
    },
  };
}

it('waits at the server from the revision it knows, tells every change, and ends with the task', async () => {
  const stage = createStage([running(1), running(1), done(2)], 25_000);
  stage.start();
  await stage.run();
  expect(stage.asked.map(({ since, waitMs }) => [since, waitMs])).toEqual([
    [0, 25_000],
    [1, 25_000],
    [1, 25_000],
  ]);
  expect(stage.events).toEqual([
    { type: 'record.changed', record: running(1) },
    { type: 'record.changed', record: done(2) },
  ]);
});

it('asks once a second where the server does not wait', async () => {
  const stage = createStage([running(0), running(0), done(1)], 10);
  stage.start();
  await stage.run();
  expect(stage.asked.map(({ waitMs, at }) => [waitMs, at])).toEqual([
    [25_000, 0],
    [undefined, 1010],
    [undefined, 2020],
  ]);
});

it('falls back to asking without waiting when waiting requests are cut', async () => {
  const stage = createStage([failure('server'), failure('timeout'), running(1), done(2)]);
  stage.start();
  await stage.run();
  expect(stage.asked.map(({ waitMs }) => waitMs)).toEqual([25_000, 25_000, undefined, undefined]);
  expect(stage.events.at(-1)).toEqual({ type: 'record.changed', record: done(2) });
});

it('pauses longer after each failure and gives up in the end', async () => {
  const stage = createStage(
    Array.from({ length: 20 }, () => failure('server')),
    0,
  );
  stage.start();
  await stage.run();
  const times = stage.asked.map(({ at }) => Number(at));
  expect(times.slice(1).map((at, index) => at - (times[index] ?? 0))).toEqual([
    500, 1000, 2000, 4000, 8000, 8000,
  ]);
  expect(stage.events).toEqual([{ type: 'watch.failed', failure: { reason: 'server' } }]);
});

it('gives up at once when the record is refused', async () => {
  const stage = createStage([failure('refused', 'record_gone')]);
  stage.start();
  await stage.run();
  expect(stage.asked).toHaveLength(1);
  expect(stage.events).toEqual([
    { type: 'watch.failed', failure: { reason: 'refused', code: 'record_gone' } },
  ]);
});

it('asks nothing without network and goes on when it is back', async () => {
  const stage = createStage([done(1)]);
  stage.world.online = false;
  stage.start();
  await stage.run();
  expect(stage.asked).toEqual([]);
  stage.change({ online: true });
  await stage.run();
  expect(stage.events).toEqual([{ type: 'record.changed', record: done(1) }]);
});

it('does not count a request that lost the network', async () => {
  const stage = createStage([failure('offline'), done(1)]);
  stage.start();
  stage.world.online = false;
  await stage.run();
  expect(stage.asked).toHaveLength(1);
  stage.change({ online: true });
  await stage.run();
  expect(stage.events).toEqual([{ type: 'record.changed', record: done(1) }]);
});

it('asks less often while the page is hidden, and at once when it is seen again', async () => {
  const stage = createStage([running(0), done(1)], 10);
  stage.world.visible = false;
  stage.start();
  await new Promise((resolve) => setImmediate(resolve));
  expect([...stage.timers.values()]).toEqual([5010]);
  stage.change({ visible: true });
  await stage.run();
  expect(stage.asked.map(({ at }) => at)).toEqual([0, 10]);
});

it('tells nothing more after it was stopped', async () => {
  const stage = createStage([running(1), done(2)]);
  const stop = stage.start();
  stop();
  await stage.run();
  expect(stage.events).toEqual([]);
});
