import { beforeEach, expect, test, vi } from 'vitest';
import type { EngineProgress } from '../engine/engine.port.ts';
import type { Database } from '../platform/database/database.ts';
import { createTestLive } from './live-progress.fixture.ts';
import { trackProgress } from './task-progress.ts';
import { maxPauseMs } from './task-yielding.ts';
import { storeProgress, type Task } from './tasks.store.ts';

/* Tests which engine progress is published and written, and when. */

vi.mock('./tasks.store.ts');

const startedAt = Date.parse('2026-11-21T10:00:00Z');

let time: number;
let revision: number;
let live: ReturnType<typeof createTestLive>;
const [changed, onLost, onError] = [vi.fn(), vi.fn(), vi.fn()];
beforeEach(() => {
  time = startedAt;
  revision = 1000;
  live = createTestLive(changed);
  for (const mock of [changed, onLost, onError]) mock.mockClear();
  vi.mocked(storeProgress)
    .mockReset()
    .mockImplementation(async () => {
      revision += 1000;
      return revision;
    });
});

const row = {
  id: 'a',
  attempt: 1,
  revision: 1000,
  progress: null,
  deadlineAt: new Date(startedAt + 600_000),
  expiresAt: new Date(startedAt + 86_400_000),
} as unknown as Task;

const track = (change: Partial<Task> = {}) =>
  trackProgress(
    { ...row, ...change },
    {
      db: {} as Database,
      live,
      onLost,
      onError,
      now: () => new Date(time),
    },
  );

const running = (fraction: number, paused?: EngineProgress['paused']): EngineProgress => ({
  stage: 'running',
  fraction,
  remaining: { lowMs: 1000, highMs: 2000 },
  ...(paused ? { paused } : {}),
});

const written = () => vi.mocked(storeProgress).mock.calls.map(([, , change]) => change);

test('every report is visible at once; the row is updated once a second', async () => {
  const { report, stored } = track();
  report(running(0.1));
  time += 999;
  report(running(0.2));
  expect(live.get('a')?.progress.fraction).toBe(0.2);
  time += 1;
  report(running(0.3));
  await stored();
  expect(written().map(({ progress }) => progress.fraction)).toEqual([0.1, 0.3]);
});

test('wakes waiting requests at a new stage, and otherwise every 150 ms', () => {
  const { report } = track();
  report({ stage: 'reading', fraction: 0 });
  report(running(0.1));
  expect(changed).toHaveBeenCalledTimes(2);
  time += 149;
  report(running(0.2));
  expect(changed).toHaveBeenCalledTimes(2);
  time += 1;
  report(running(0.3));
  expect(changed).toHaveBeenCalledTimes(3);
});

test('a new partial result wakes waiting requests, and stays in later reports', async () => {
  const first = { key: 'first', width: 8, height: 6, share: 0.2 };
  const progress = { stage: 'running', fraction: 0, remainingMs: null } as const;
  const { report, show, stored } = track({ progress: { ...progress, partial: first } });
  report(running(0.1));
  expect(live.get('a')?.progress.partial).toBe(first);
  const second = { ...first, key: 'second', share: 0.4 };
  show(second);
  expect(changed).toHaveBeenCalledTimes(2);
  expect(live.get('a')?.progress).toMatchObject({ fraction: 0.1, partial: second });
  time += 1000;
  report(running(0.2));
  await stored();
  expect(written().map((change) => change.progress.partial)).toEqual([first, second]);
});

test('a pause and its end wake waiting requests and are written at once', async () => {
  const { report, stored } = track();
  report(running(0.1));
  report(running(0.1, { now: true, ms: 0 }));
  report(running(0.1, { now: true, ms: 0 }));
  report(running(0.1, { now: false, ms: 5000 }));
  await stored();
  expect(changed).toHaveBeenCalledTimes(3);
  const deadline = row.deadlineAt.getTime();
  expect(written()).toEqual([
    { progress: { stage: 'running', fraction: 0.1, remainingMs: { low: 1000, high: 2000 } } },
    {
      progress: expect.objectContaining({ remainingMs: { low: 1000, high: 2000 + maxPauseMs } }),
      deadlineAt: new Date(deadline + maxPauseMs),
    },
    {
      progress: expect.objectContaining({ remainingMs: { low: 1000, high: 2000 } }),
      deadlineAt: new Date(deadline + 5000),
    },
  ]);
});

test('the bar neither goes back when a task is run again, nor beyond its end', () => {
  const progress = { stage: 'running' as const, fraction: 0.4, remainingMs: null };
  const { report } = track({ progress });
  const seen = [0.1, 0.5, 1.2].map((fraction) => {
    report(running(fraction));
    return live.get('a')?.progress.fraction;
  });
  expect(seen).toEqual([0.4, 0.5, 1]);
});

test('the bar of a first run begins at its start', () => {
  track().report({ stage: 'reading', fraction: 0 });
  expect(live.get('a')?.progress).toEqual({ stage: 'reading', fraction: 0, remainingMs: null });
});

test('each of 999 reports between two writes has a higher revision than the previous one', async () => {
  const { report, stored } = track();
  report(running(0));
  await stored();
  const seen = new Set<number>();
  for (let n = 1; n <= 999; n += 1) {
    report(running(n / 1000));
    seen.add(live.get('a')?.revision ?? 0);
  }
  expect(seen.size).toBe(999);
  expect(Math.min(...seen)).toBe(2001);
  expect(Math.max(...seen)).toBe(2999);
});

test('reports when the table has given the task to another attempt', async () => {
  vi.mocked(storeProgress).mockResolvedValue(undefined);
  const { report, stored } = track();
  report(running(0.1));
  await stored();
  expect(onLost).toHaveBeenCalledOnce();
});

test('reports a row that cannot be written, and writes the next report', async () => {
  const failure = new Error('the database failed');
  vi.mocked(storeProgress).mockRejectedValueOnce(failure);
  const { report, stored } = track();
  report(running(0.1));
  time += 1000;
  report(running(0.2));
  await stored();
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure);
  expect(onLost).not.toHaveBeenCalled();
  expect(written().at(-1)?.progress.fraction).toBe(0.2);
});
