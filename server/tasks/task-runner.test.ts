import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import type { Engine, EngineJob, EngineResult } from '../engine/engine.port.ts';
import { cancelled, createFakeEngine } from '../engine/testing/fake-engine.fixture.ts';
import type { Database } from '../platform/database/database.ts';
import { noTracing } from '../platform/tracing/tracing.port.ts';
import { tasksRunningOn } from './due-tasks.store.ts';
import { createTestLive } from './live-progress.fixture.ts';
import { claimNext } from './task-claims.ts';
import { applyEvent } from './task-lifecycle.ts';
import { createTaskRunner, type TaskRunner } from './task-runner.ts';
import { storeProgress, type Task } from './tasks.store.ts';

/*
 * Tests claims, stops and ends of tasks in an order that the test controls. `task-faults.test.ts`
 * uses a real table.
 */

vi.mock('./due-tasks.store.ts');
vi.mock('./tasks.store.ts');
vi.mock('./task-claims.ts');
vi.mock('./task-lifecycle.ts');
vi.mock('node:timers/promises', { spy: true });

const succeeded = { kind: 'succeeded' } as EngineResult;

let workDir: string;
let holdsLease: boolean;
let loseLease: () => void;
let work: (job: EngineJob) => ReturnType<Engine['run']>;
let runner: TaskRunner;
let live: ReturnType<typeof createTestLive>;
const onError = vi.fn();
const settle = vi.fn();
const files = {
  keep: vi.fn(),
  remove: vi.fn(),
  settle: vi.fn(),
  keepPartial: vi.fn(),
  removePartial: vi.fn(),
};
beforeEach(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'lightwell-test-'));
  work = async () => succeeded;
  for (const mock of [onError, settle, ...Object.values(files)]) mock.mockReset();
  vi.mocked(pause)
    .mockReset()
    .mockImplementation(async () => undefined);
  vi.mocked(claimNext).mockReset().mockResolvedValue(undefined);
  vi.mocked(tasksRunningOn).mockReset().mockResolvedValue([]);
  vi.mocked(storeProgress).mockReset().mockResolvedValue(2000);
  vi.mocked(applyEvent).mockReset().mockResolvedValue(taskOf('moved'));
  live = createTestLive();
  holdsLease = true;
  runner = createTaskRunner({
    db: {} as Database,
    files,
    live,
    workDir,
    onError,
    processId: 'test',
    codes: null,
    tracing: noTracing,
    lease: {
      holds: () => holdsLease,
      onLost(lost) {
        loseLease = lost;
      },
    },
    engine: { ...createFakeEngine(), run: (job) => work(job) },
    withCopies: async (keys, use) => use([...keys]),
    unfinished: {
      open: async ({ id }) => ({
        folder: join(workDir, `unfinished-${id}`),
        close: async () => {},
      }),
      settle,
    },
    signals: { changed() {} },
    board: { positionOf: async () => null, moved() {}, close: async () => {} },
    now: () => new Date(),
    deadlineMs: 3_600_000,
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(workDir, { recursive: true, force: true });
});

const taskOf = (id: string, change: Partial<Task> = {}) =>
  ({
    id,
    ownerId: id,
    code: 'upscale-2x-fast',
    options: {},
    lane: 'short',
    attempt: 1,
    revision: 1000,
    ...change,
  }) as Task;

/** Returns the events that were sent to the table, in order. */
const moves = () =>
  vi.mocked(applyEvent).mock.calls.map(([, { id, event }]) => `${id} ${event.type}`);

/** Runs a task whose job waits. Resolves when the job has begun. */
async function begin(task: Task) {
  const begun = Promise.withResolvers<EngineJob>();
  const end = Promise.withResolvers<EngineResult>();
  work = (job) => {
    begun.resolve(job);
    return Promise.race([end.promise, cancelled(job.signal)]);
  };
  vi.mocked(claimNext).mockResolvedValueOnce(task);
  const running = runner.run(['short', 'long']);
  return { running, job: await begun.promise, end: () => end.resolve(succeeded) };
}

test('counts long tasks while they run', async () => {
  const long = await begin(taskOf('a', { lane: 'long' }));
  const short = await begin(taskOf('b'));
  expect(runner.longRuns()).toBe(1);
  long.end();
  await long.running;
  expect(runner.longRuns()).toBe(0);
  short.end();
  await short.running;
  expect(moves()).toEqual(['a task.succeeded', 'b task.succeeded']);
});

test('a process that may have lost its lease claims nothing, ends its runs and hands them back', async () => {
  const run = await begin(taskOf('a'));
  holdsLease = false;
  loseLease();
  expect(run.job.signal.aborted).toBe(true);
  await run.running;
  expect(moves()).toEqual(['a task.handedBack']);
  vi.mocked(claimNext).mockClear();
  await runner.run(['short', 'long']);
  expect(claimNext).not.toHaveBeenCalled();
  holdsLease = true;
  await runner.run(['short', 'long']);
  expect(claimNext).toHaveBeenCalledOnce();
});

test('a long task continues when the short task beside it has ended', async () => {
  const long = await begin(taskOf('a', { lane: 'long' }));
  const short = await begin(taskOf('b'));
  expect(long.job.pauses?.isOn).toBe(true);
  short.end();
  await short.running;
  expect(long.job.pauses?.isOn).toBe(false);
  long.end();
  await long.running;
});

test("hands back this attempt's tasks that the table marks as running here but are not", async () => {
  const { running, end } = await begin(taskOf('a', { attempt: 2 }));
  const [stale, lost] = [taskOf('a', { attempt: 1 }), taskOf('b')];
  vi.mocked(tasksRunningOn).mockResolvedValue([stale, taskOf('a', { attempt: 2 }), lost]);
  await runner.handBackLost();
  expect(moves()).toEqual(['a task.handedBack', 'b task.handedBack']);
  expect(vi.mocked(applyEvent).mock.calls[0]?.[1]).toMatchObject({ attempt: 1 });
  end();
  await running;
});

test('a task whose claim is under way does not count as lost', async () => {
  const claim = Promise.withResolvers<Task>();
  vi.mocked(claimNext).mockReturnValueOnce(claim.promise);
  const end = Promise.withResolvers<EngineResult>();
  work = () => end.promise;
  const running = runner.run(['short']);
  vi.mocked(tasksRunningOn).mockResolvedValue([taskOf('a')]);
  const looking = runner.handBackLost();
  // The list of running tasks was read, and the claim is still pending.
  await eventually(() => expect(tasksRunningOn).toHaveResolved());
  claim.resolve(taskOf('a'));
  await looking;
  expect(moves()).toEqual([]);
  end.resolve(succeeded);
  await running;
});

test('claims nothing after a stop', async () => {
  await runner.stop(0);
  vi.mocked(claimNext).mockResolvedValueOnce(taskOf('a'));
  await runner.run(['short']);
  expect(claimNext).not.toHaveBeenCalled();
});

test('a stop lets a running task finish in time', async () => {
  const { running, end, job } = await begin(taskOf('a'));
  const stopped = runner.stop(60_000);
  end();
  await Promise.all([stopped, running]);
  expect(job.signal.aborted).toBe(false);
  expect(moves()).toEqual(['a task.succeeded']);
});

test('a stop aborts jobs that take longer, and puts their tasks back into the queue', async () => {
  const { running, job } = await begin(taskOf('a'));
  await runner.stop(0);
  await running;
  expect(job.signal.aborted).toBe(true);
  expect(moves()).toEqual(['a task.handedBack']);
  expect(onError).not.toHaveBeenCalled();
});

test('a stop hands back a task claimed meanwhile', async () => {
  const claim = Promise.withResolvers<Task>();
  vi.mocked(claimNext).mockReturnValueOnce(claim.promise);
  work = (job) => cancelled(job.signal);
  const running = runner.run(['short']);
  const stopped = runner.stop(0);
  claim.resolve(taskOf('a'));
  await stopped;
  expect(moves()).toEqual(['a task.handedBack']);
  await running;
});

test('nothing is written for a job that ends after the stop', async () => {
  const begun = Promise.withResolvers<void>();
  const late = Promise.withResolvers<EngineResult>();
  work = () => {
    begun.resolve();
    return late.promise;
  };
  vi.mocked(claimNext).mockResolvedValueOnce(taskOf('a'));
  const running = runner.run(['short']);
  await begun.promise;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stopped = runner.stop(0);
  await vi.runAllTimersAsync();
  await stopped;
  late.resolve(succeeded);
  await running;
  expect(moves()).toEqual(['a task.handedBack']);
});

test('no timer keeps a stopped process alive', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await runner.stop(60_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('a failed job fails its task, which is not handed back', async () => {
  work = () => Promise.reject(new Error('the engine failed'));
  vi.mocked(claimNext).mockResolvedValueOnce(taskOf('a'));
  await runner.run(['short']);
  expect(moves()).toEqual(['a task.failed']);
  expect(vi.mocked(applyEvent).mock.calls[0]?.[1].set).toEqual({ reason: 'engine_failed' });
});

test('leaves no work folder', async () => {
  let folder = '';
  work = async ({ outputDir }) => {
    folder = outputDir;
    await mkdir(outputDir, { recursive: true });
    await writeFile(join(outputDir, 'half.webp'), 'half');
    return succeeded;
  };
  vi.mocked(claimNext).mockResolvedValueOnce(taskOf('a'));
  await runner.run(['short']);
  expect(folder).toContain(workDir);
  expect(existsSync(folder)).toBe(false);
});

test('files that a task no longer needs are removed after its end, in every outcome', async () => {
  for (const ended of [taskOf('a'), undefined]) {
    vi.mocked(claimNext).mockResolvedValueOnce(taskOf('a'));
    vi.mocked(applyEvent).mockImplementationOnce(async () => {
      expect(files.settle).not.toHaveBeenCalled();
      return ended;
    });
    await runner.run(['short']);
    expect(files.settle).toHaveBeenCalledExactlyOnceWith('a');
    expect(settle).toHaveBeenCalledExactlyOnceWith('a');
    for (const mock of [files.settle, settle]) mock.mockClear();
  }
});

test('each partial result has its own address, and the last but one is removed', async () => {
  const partial = { path: 'x', mime: 'image/webp', width: 8, height: 6, share: 0.5 } as const;
  files.keepPartial.mockImplementation(async (id, version) => ({ key: `${id} ${version}` }));
  work = async ({ onProgress, onPartial }) => {
    onProgress({ stage: 'running', fraction: 0.2 });
    for (let n = 0; n < 3; n += 1) onPartial?.(partial);
    return succeeded;
  };
  const progress = { stage: 'running', fraction: 0.1, remainingMs: null } as const;
  const before = { key: 'a 1-7', width: 8, height: 6, share: 0.2 };
  const again = taskOf('a', { attempt: 2, progress: { ...progress, partial: before } });
  const shown: unknown[] = [];
  files.removePartial.mockImplementation(async () => {
    shown.push(live.get('a')?.progress.partial);
  });
  vi.mocked(claimNext).mockResolvedValueOnce(again);
  await runner.run(['short']);
  expect(shown).toEqual([{ key: 'a 2-2' }, { key: 'a 2-3' }]);
  expect(files.removePartial.mock.calls).toEqual([[before], [{ key: 'a 2-1' }]]);
});

test('a partial result that is still being stored when its job ends is removed as well', async () => {
  const partial = { path: 'x', mime: 'image/webp', width: 8, height: 6, share: 0.5 } as const;
  const done: string[] = [];
  files.keepPartial.mockImplementation(async () => {
    // At this point, all steps of the task's end are done except those that wait for the partial
    // result.
    await new Promise((resolve) => setImmediate(resolve));
    done.push('stored');
    return { key: 'a 1-1' };
  });
  files.settle.mockImplementation(async () => void done.push('removed'));
  work = async ({ onPartial }) => {
    onPartial?.(partial);
    return succeeded;
  };
  vi.mocked(claimNext).mockResolvedValueOnce(taskOf('a'));
  await runner.run(['short']);
  expect(done).toEqual(['stored', 'removed']);
});

test('tries six times to write the end of a task, with growing pauses', async () => {
  vi.mocked(claimNext).mockResolvedValueOnce(taskOf('a'));
  const failure = new Error('the database failed');
  for (let n = 0; n < 10; n += 1) vi.mocked(applyEvent).mockRejectedValueOnce(failure);
  await runner.run(['short']);
  expect(moves()).toEqual(Array(6).fill('a task.succeeded'));
  expect(vi.mocked(pause).mock.calls.map(([ms]) => ms)).toEqual([100, 200, 400, 800, 1600]);
  expect(onError.mock.calls).toEqual(Array(6).fill([failure, 'a']));
});

test('reports progress that cannot be written, and nothing after the task has ended', async () => {
  const failure = new Error('the database failed');
  vi.mocked(storeProgress).mockRejectedValueOnce(failure);
  work = async ({ onProgress }) => {
    onProgress({ stage: 'running', fraction: 0.5 });
    expect(live.get('a')?.progress.fraction).toBe(0.5);
    return succeeded;
  };
  vi.mocked(claimNext).mockResolvedValueOnce(taskOf('a'));
  await runner.run(['short']);
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure, 'a');
  expect(live.size).toBe(0);
  expect(moves()).toEqual(['a task.succeeded']);
});
