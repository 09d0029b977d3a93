import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFakeEngine } from '../engine/testing/fake-engine.fixture.ts';
import { readConfig } from '../platform/config/config.ts';
import { createLogger } from '../platform/log/logger.ts';
import { reaches, startWith } from '../tasks/records.fixture.ts';
import { unlockedDataDir } from '../testing/data-dir.fixture.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';
import { compose } from './compose.ts';

/*
 * Processes with one role each, on one database. These tests need Postgres, because the embedded
 * database serves only one process.
 */

let web: TestServer;
let upscaler: TestServer;
let worker: TestServer | undefined;
const databaseUrl = { DATABASE_URL: 'postgres://unused/unused' };
beforeAll(async () => {
  web = await startTestServer({ env: { ROLES: 'web', ...databaseUrl } });
  const env = { ROLES: 'worker', ...databaseUrl };
  upscaler = await startTestServer({
    env: { ...env, WORKER_FUNCTIONS: 'upscale-2x-fast, cut-out' },
    beside: web,
  });
});
afterAll(async () => {
  await worker?.stop();
  await upscaler.stop();
  await web.stop();
});

test('a worker runs the tasks that a web process has taken, and only those of its functions', async () => {
  const visitor = web.visitor();
  const bytes = await photo();
  const other = await startWith(visitor, bytes, { code: 'enhance' });
  const { id } = await startWith(visitor, bytes, { code: 'upscale-2x-fast' });
  await upscaler.sweep();
  await reaches(visitor, id, 2);
  expect((await reaches(visitor, other.id, 0)).dealStatus).toBe(0);
  expect(web.engine.started).toEqual([]);
  expect(upscaler.engine.started).toEqual([`${id}-1`]);

  worker = await startTestServer({ env: { ROLES: 'worker', ...databaseUrl }, beside: web });
  await reaches(visitor, other.id, 2);
  expect(worker.engine.started).toEqual([`${other.id}-1`]);
});

test('a worker answers only at the addresses for operators', async () => {
  for (const url of ['/healthz', '/readyz']) {
    expect((await upscaler.app.inject(url)).statusCode).toBe(200);
  }
  for (const url of ['/', '/v1/user', '/outbox', '/storage/lightwell/uploads/a.png']) {
    expect((await upscaler.app.inject(url)).statusCode).toBe(404);
  }
  expect((await web.app.inject('/v1/user')).statusCode).toBe(200);
});

test('a web process without workers sweeps nothing', async () => {
  const { db } = web.database;
  const { rows } = (await db.execute(
    "select process_id from leases where name = 'sweep'",
  )) as unknown as { rows: { process_id: string }[] };
  expect(rows).toEqual([{ process_id: upscaler.processId }]);
});

const startWithEnv = (env: Record<string, string>, instanceId = 'test') =>
  compose({
    config: readConfig({ DATA_DIR: web.directory, ...databaseUrl, ...env }),
    logger: createLogger('silent'),
    database: { ...web.database, close: async () => {} },
    engine: createFakeEngine(),
    clientDir: web.directory,
    dataDir: unlockedDataDir(web.directory, instanceId),
  });

test.each([
  [{ WORKER_FUNCTIONS: 'upscale-2x-fast,no-such' }, 'WORKER_FUNCTIONS: "no-such" is not one of'],
  [{ STORAGE_SECRET: 'x'.repeat(40) }, 'STORAGE_SECRET: the other processes of this database'],
])('refuses to start with %j, and names the setting', async (env, words) => {
  await expect(startWithEnv(env)).rejects.toThrow(words);
});

test('refuses to start with a data directory of another installation', async () => {
  await expect(startWithEnv({}, 'other')).rejects.toThrow(
    'DATABASE_URL: the database belongs to another data directory',
  );
});
