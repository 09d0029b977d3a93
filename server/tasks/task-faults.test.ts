import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dealStatus } from '../../contract/deal-status.ts';
import { aiRecord } from '../../contract/records.ts';
import { userInfo } from '../../contract/user.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { compose } from '../composition/compose.ts';
import { willRunAgain } from '../engine/engine.port.ts';
import { cancelled, createFakeEngine } from '../engine/testing/fake-engine.fixture.ts';
import { readConfig } from '../platform/config/config.ts';
import type { Database, OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { createLogger } from '../platform/log/logger.ts';
import { noTracing } from '../platform/tracing/tracing.port.ts';
import { unlockedDataDir } from '../testing/data-dir.fixture.ts';
import { heldLease } from '../testing/held-lease.fixture.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { newKey, photo, type Visitor } from '../testing/visitor.fixture.ts';
import { createTestLive } from './live-progress.fixture.ts';
import { createTestQueue } from './queue.fixture.ts';
import { detail, reaches, recordsPath, startWith } from './records.fixture.ts';
import { createTaskRunner, type TaskRunnerDeps } from './task-runner.ts';
import { tasks } from './tasks.schema.ts';
import type { Task } from './tasks.store.ts';
import { WorkUnreadable } from './unfinished-work.ts';

let server: TestServer;
let alone: OpenDatabase;
let queue: ReturnType<typeof createTestQueue>;
let bytes: Buffer;
beforeAll(async () => {
  alone = await openTestDatabase();
  queue = createTestQueue(alone.db);
  server = await startTestServer({ env: { GUEST_DAILY_CREDITS: '12' } });
  bytes = await photo();
});
afterAll(async () => {
  await server.stop();
  await alone.close();
});

/** Sends a task that the engine may reject. */
async function faceTask() {
  const { id } = await queue.send({ owner: 'somebody' });
  await alone.db.update(tasks).set({ type: 49 }).where(eq(tasks.id, id));
  return { id };
}

const start = (visitor: Visitor) => startWith(visitor, bytes);

/** Creates a runner with failing dependencies, on its own queue without competing workers. */
function runnerWith(faults: Partial<TaskRunnerDeps>) {
  const onError = vi.fn();
  const unused = () => Promise.reject(new Error('not part of this test'));
  const runner = createTaskRunner({
    db: alone.db,
    engine: { ...server.engine, run: async () => ({ kind: 'rejected', reason: 'no_face' }) },
    withCopies: async (keys, use) => use([...keys]),
    files: {
      keep: unused,
      remove: unused,
      keepPartial: unused,
      removePartial: unused,
      settle: async () => {},
    },
    signals: { changed: () => {} },
    board: { positionOf: async () => null, moved: () => {}, close: async () => {} },
    unfinished: {
      open: async () => ({ folder: 'unused', close: async () => {} }),
      settle: async () => {},
    },
    live: createTestLive(),
    workDir: server.directory,
    processId: 'another',
    lease: heldLease,
    codes: null,
    tracing: noTracing,
    now: () => new Date(),
    deadlineMs: 3_600_000,
    onError,
    ...faults,
  });
  return { runner, onError };
}

const statusOf = async (id: string) =>
  (await alone.db.select().from(tasks).where(eq(tasks.id, id)))[0]?.status;

const fail = () => {
  throw new Error('the announcement failed');
};

test('runs a claimed task to its end when its announcement fails', async () => {
  const { id } = await faceTask();
  const { runner, onError } = runnerWith({
    signals: { changed: fail },
    board: { positionOf: async () => null, moved: fail, close: async () => {} },
  });
  await runner.run(['short'], async () => fail());
  expect(await statusOf(id)).toBe(3);
  expect(onError).toHaveBeenCalledTimes(4);
});

test.each([
  [
    'that was cancelled in the meantime is not an error',
    dealStatus.cancelled,
    0,
    dealStatus.cancelled,
  ],
  ['that still runs is an error', dealStatus.running, 1, dealStatus.failed],
])('a missing file of a task %s', async (_, status, faults, end) => {
  const { id } = await faceTask();
  const { runner, onError } = runnerWith({
    async withCopies() {
      await alone.db.update(tasks).set({ status }).where(eq(tasks.id, id));
      throw new Error('no such file');
    },
    files: {
      keep: fail,
      remove: async () => {},
      keepPartial: fail,
      removePartial: fail,
      settle: async () => {},
    },
  });
  await runner.run(['short']);
  expect(onError).toHaveBeenCalledTimes(faults);
  expect(await statusOf(id)).toBe(end);
});

/** Creates a database that fails in the given number of transactions after it is switched on. */
function failingDatabase(db: Database) {
  const faults = { left: 0 };
  const failing = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction' && faults.left > 0) {
        faults.left -= 1;
        return () => Promise.reject(new Error('the database failed'));
      }
      return Reflect.get(target, name);
    },
  });
  return { db: failing, faults };
}

test('writes the end of a task when the database fails at first', async () => {
  const { id } = await faceTask();
  const { db, faults } = failingDatabase(alone.db);
  const { runner } = runnerWith({
    db,
    engine: {
      ...server.engine,
      async run() {
        faults.left = 2;
        return { kind: 'rejected', reason: 'no_face' };
      },
    },
  });
  await runner.run(['short']);
  expect(faults.left).toBe(0);
  expect(await statusOf(id)).toBe(3);
});

test.each<[string, Partial<Task>, unknown]>([
  [
    'goes on in another process hands its work over',
    { attempt: 9, runner: 'another' },
    willRunAgain,
  ],
  ['has ended hands nothing over', { status: dealStatus.failed }, undefined],
])('a job whose task %s (R71)', async (_, row, reason) => {
  const { id } = await queue.send({ owner: 'somebody' });
  const stopped = Promise.withResolvers<unknown>();
  const { runner } = runnerWith({
    engine: {
      ...server.engine,
      async run({ signal, onProgress }) {
        await alone.db.update(tasks).set(row).where(eq(tasks.id, id));
        onProgress({ stage: 'reading', fraction: 0.1 });
        await cancelled(signal).catch(() => stopped.resolve(signal.reason));
        throw new Error('stopped');
      },
    },
  });
  await runner.run(['short']);
  const said = await stopped.promise;
  expect(said === willRunAgain).toBe(reason === willRunAgain);
  expect(await statusOf(id)).toBe(row.status ?? dealStatus.running);
});

test('the sweep hands back tasks that are marked as running here but are not', async () => {
  const visitor = server.visitor();
  const { id } = await start(visitor);
  await reaches(visitor, id, 2);
  const { db } = server.database;
  const lost = { status: 1, runner: server.processId, output: null, finishedAt: null, attempt: 7 };
  await db.update(tasks).set(lost).where(eq(tasks.id, id));
  await server.sweep();
  const again = async () => {
    const [row] = await db.select().from(tasks).where(eq(tasks.id, id));
    expect(row).toMatchObject({ status: 2, attempt: 8, crashes: 0 });
  };
  await eventually(again);
});

test('the sweep does not touch running tasks', async () => {
  server.engine.behave((job) => cancelled(job.signal));
  const visitor = server.visitor();
  const { id } = await start(visitor);
  await eventually(() => expect(server.engine.started).toContain(`${id}-1`));
  const { length } = server.engine.started;
  await server.sweep();
  server.engine.behave(async () => 'succeed');
  expect((await detail(visitor, id)).dealStatus).toBe(1);
  expect(server.engine.started).toHaveLength(length);
  await visitor.call('POST', `${recordsPath}/cancel/${id}`);
});

test('revisions grow when the clock steps back', async () => {
  server.engine.behave((job) => cancelled(job.signal));
  const visitor = server.visitor();
  const { id } = await start(visitor);
  const running = await reaches(visitor, id, 1);
  server.clock.advance(-3_600_000);
  await visitor.call('POST', `${recordsPath}/cancel/${id}`);
  server.clock.advance(3_600_000);
  server.engine.behave(async () => 'succeed');
  const { revision } = await detail(visitor, id);
  expect(revision).toBeGreaterThan(running.revision);
  expect(revision).toBeLessThan(10_000);
});

test('the database gives each run of a task its own number', async () => {
  const { id } = await faceTask();
  const stale = vi.fn(async () => ({ kind: 'rejected' as const, reason: 'no_face' as const }));
  const { runner } = runnerWith({ engine: { ...server.engine, run: stale } });
  await alone.db.update(tasks).set({ attempt: 41 }).where(eq(tasks.id, id));
  await runner.run(['short']);
  expect(stale).toHaveBeenCalledWith(expect.objectContaining({ id: `${id}-42` }));
});

test('a stop hands back the task of an unresponsive engine, and counts no crash', async () => {
  const { id } = await faceTask();
  const started = Promise.withResolvers<void>();
  const run = () => {
    started.resolve();
    return new Promise<never>(() => {});
  };
  const { runner } = runnerWith({ engine: { ...server.engine, run } });
  void runner.run(['short']);
  await started.promise;
  await runner.stop(0);
  const [row] = await alone.db.select().from(tasks).where(eq(tasks.id, id));
  expect(row).toMatchObject({ status: 0, runner: null, crashes: 0 });
  await queue.empty();
});

test('an attempt that cannot read the work of earlier ones is repeated twice, then the task fails', async () => {
  const { id } = await faceTask();
  const run = vi.fn();
  const open = () => Promise.reject(new WorkUnreadable('the store does not answer'));
  const { runner, onError } = runnerWith({
    engine: { ...server.engine, run },
    unfinished: { open, settle: async () => {} },
  });
  for (const end of [
    { status: dealStatus.queued, crashes: 1, runner: null, reason: null },
    { status: dealStatus.queued, crashes: 2, runner: null, reason: null },
    { status: dealStatus.failed, crashes: 2, runner: null, reason: 'engine_failed' },
  ]) {
    await runner.run(['short']);
    const [row] = await alone.db.select().from(tasks).where(eq(tasks.id, id));
    expect(row).toMatchObject(end);
  }
  expect(onError).toHaveBeenCalledTimes(3);
  expect(run).not.toHaveBeenCalled();
});

test('a repeated start never returns a deleted record', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  const idempotencyKey = newKey();
  const { id } = aiRecord.parse((await visitor.start(fileKey, { idempotencyKey })).obj);
  await visitor.call('DELETE', `${recordsPath}/${id}`);
  expect(await visitor.start(fileKey, { idempotencyKey })).toMatchObject({
    status: 410,
    success: 'record_gone',
    obj: null,
  });
});

test('limits repeatedly abandoned work, although it is not charged', async () => {
  server.engine.behave((job) => cancelled(job.signal));
  const visitor = server.visitor();
  for (let n = 0; n < 6; n += 1) {
    const { id } = await start(visitor);
    await reaches(visitor, id, 1);
    await visitor.call('POST', `${recordsPath}/cancel/${id}`);
  }
  server.engine.behave(async () => 'succeed');
  const refused = await visitor.start(await visitor.upload(bytes));
  expect(refused).toMatchObject({ success: 'rate_limited', obj: null });
  const user = userInfo.parse((await visitor.call('GET', '/v1/user')).obj);
  expect(user.allowance?.used).toBe(0);
  expect((await server.visitor().start(await server.visitor().upload(bytes))).success).not.toBe(
    'rate_limited',
  );
});

test('a second data directory is refused by the database of the first', async () => {
  const parts = {
    config: readConfig({ DATA_DIR: server.directory }),
    logger: createLogger('silent'),
    database: server.database,
    engine: createFakeEngine(),
    clientDir: server.directory,
  };
  const second = compose({ ...parts, dataDir: unlockedDataDir(server.directory, 'second') });
  await expect(second).rejects.toThrow('the database belongs to another data directory');
});
