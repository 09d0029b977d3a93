import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import type { Engine, EngineJob } from '../engine/engine.port.ts';
import { cancelled, createFakeEngine } from '../engine/testing/fake-engine.fixture.ts';
import { readConfig } from '../platform/config/config.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { createLogger } from '../platform/log/logger.ts';
import { createTestQueue } from '../tasks/queue.fixture.ts';
import { reaches, startWith } from '../tasks/records.fixture.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import { unlockedDataDir } from '../testing/data-dir.fixture.ts';
import { startTestServer } from '../testing/server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';
import { compose } from './compose.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lightwell-compose-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Starts a server, and fails because its port is in use. */
const failingStart = (database: OpenDatabase, engine: Engine) =>
  compose({
    config: readConfig({ DATA_DIR: directory }),
    logger: createLogger('silent'),
    dataDir: unlockedDataDir(directory),
    database,
    engine,
    clientDir: join(directory, 'client'),
    listen: () => Promise.reject(new Error('the port is in use')),
  });

test('a start that fails closes all opened resources and reports the cause', async () => {
  const { close, ...database } = await openTestDatabase();
  const closed: string[] = [];
  const ending = (what: string, end: () => Promise<void>) => async () => {
    await end();
    closed.push(what);
  };
  const engine = createFakeEngine();
  const start = failingStart(
    { ...database, close: ending('database', close) },
    { ...engine, close: ending('engine', engine.close) },
  );
  await expect(start).rejects.toThrow('the port is in use');
  expect(closed).toEqual(['database', 'engine']);
});

test('a start that cannot listen changes no task', async () => {
  const { close, ...database } = await openTestDatabase();
  const { id } = await createTestQueue(database.db).send({ owner: 'somebody' });
  // State of a task after its process was killed.
  const left = { status: 1, runner: 'test', attempt: 1, crashes: 0 };
  await database.db.update(tasks).set(left).where(eq(tasks.id, id));
  const engine = createFakeEngine();
  const start = failingStart({ ...database, close: async () => {} }, engine);
  await expect(start).rejects.toThrow('the port is in use');
  const [row] = await database.db.select().from(tasks).where(eq(tasks.id, id));
  expect(row).toMatchObject(left);
  expect(engine.started).toEqual([]);
  await close();
});

test('a stop waits STOP_GRACE_SECONDS for running tasks, then returns them to the queue', async () => {
  const server = await startTestServer({ env: { STOP_GRACE_SECONDS: '60' } });
  const jobs: EngineJob[] = [];
  server.engine.behave((job) => {
    jobs.push(job);
    return cancelled(job.signal);
  });
  const visitor = server.visitor();
  await reaches(visitor, (await startWith(visitor, await photo())).id, 1);
  await eventually(() => expect(jobs).toHaveLength(1));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const stopped = server.stop();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(jobs[0]?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(jobs[0]?.signal.aborted).toBe(true);
    vi.useRealTimers();
    await stopped;
  } finally {
    vi.useRealTimers();
  }
});
