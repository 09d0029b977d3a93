import { rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import { s3Settings } from '../testing/s3.fixture.ts';
import { uploads } from '../uploads/uploads.schema.ts';
import {
  directory,
  end,
  finished,
  runFixture,
  started,
  startTask,
} from './process-tests.fixture.ts';

/* Processes that share a Postgres database and a bucket, but no disk. */

let database: OpenDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

/** Starts a process with a data directory of its own. Returns its address and its directory. */
async function run(name: string, roles: 'web' | 'worker') {
  const { source } = database;
  if (source.kind !== 'postgres') throw new Error('Expected a Postgres database.');
  const own = join(directory, name);
  await mkdir(own, { recursive: true });
  const settings = { ...s3Settings(), DATABASE_URL: source.url, DATA_DIR: own, ROLES: roles };
  const child = runFixture(settings);
  return { child, own, address: await started(child) };
}

const onlyTask = async () => (await database.db.select().from(tasks))[0];

const statusOf = async (url: string | undefined) => (await fetch(url ?? '')).status;

test('the task of a killed worker is finished by a worker on another disk, and other webs serve and remove its files', async () => {
  const web = await run('web', 'web');
  const killed = join(directory, 'killed');
  await mkdir(killed);
  writeFileSync(join(killed, 'hold'), '');
  const first = await run('killed', 'worker');
  const { id, cookie } = await startTask(web.address);
  await eventually(async () => expect(await onlyTask()).toMatchObject({ status: 1, attempt: 1 }));
  await run('successor', 'worker');
  await end(first.child, 'SIGKILL');
  // On another disk, only the end of the lease shows the death.
  await eventually(async () => expect((await onlyTask())?.status).toBe(2), { patienceMs: 90_000 });
  expect(await onlyTask()).toMatchObject({ attempt: 2, crashes: 1 });

  const other = await run('other web', 'web');
  await end(web.child, 'SIGTERM');
  rmSync(web.own, { recursive: true });
  const { credits, original, result } = await finished(other.address, id, cookie);
  expect(credits.charged).toBe(4);
  expect((await (await fetch(result?.url ?? '')).arrayBuffer()).byteLength).toBe(result?.bytes);
  await fetch(`${other.address}/v1/ai-function-record/${id}`, {
    method: 'DELETE',
    headers: { cookie },
  });
  await eventually(async () => expect(await database.db.select().from(uploads)).toEqual([]), {
    patienceMs: 120_000,
  });
  expect(await statusOf(original?.url)).toBe(404);
  expect(await statusOf(result?.url)).toBe(404);
}, 300_000);
