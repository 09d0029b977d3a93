import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aiRecord } from '../../contract/records.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { processes } from '../platform/process/processes.schema.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import {
  call,
  directory,
  end,
  finished,
  jobsStarted,
  refusal,
  runFixture,
  started,
  startTask,
  usedBy,
} from './process-tests.fixture.ts';

/* Tests with two server processes that share a Postgres database and a data directory. */

let database: OpenDatabase;
let databaseUrl: string;
beforeEach(async () => {
  database = await openTestDatabase();
  const { source } = database;
  if (source.kind !== 'postgres') throw new Error('Expected a Postgres database.');
  databaseUrl = source.url;
});
afterEach(() => database.close());

const run = (environment: Record<string, string> = {}) =>
  runFixture({ DATABASE_URL: databaseUrl, ...environment });

/** Content of this file pauses the engine. */
const hold = () => join(directory, 'hold');
const onlyTask = async () => (await database.db.select().from(tasks))[0];

/** Starts a task in the first process, and then a second process. */
async function taskInFirst(environment: Record<string, string> = {}) {
  writeFileSync(hold(), '');
  const first = run(environment);
  const firstAddress = await started(first);
  const { id, cookie } = await startTask(firstAddress);
  await eventually(() => expect(jobsStarted()).toHaveLength(1));
  const second = run();
  const address = await started(second);
  expect(await onlyTask()).toMatchObject({ status: 1, attempt: 1, crashes: 0 });
  rmSync(hold());
  return { first, firstAddress, second, address, id, cookie };
}

test('the task of a killed process is finished by the other process, and charged once', async () => {
  const { first, address, id, cookie } = await taskInFirst();
  await end(first, 'SIGKILL');
  const killedAt = Date.now();
  const record = await finished(address, id, cookie);
  // On one machine, the free lock of the work folder shows the death before the lease is over.
  expect(Date.now() - killedAt).toBeLessThan(20_000);
  expect(record.credits.charged).toBe(4);
  expect(await usedBy(address, cookie)).toBe(4);
  expect(jobsStarted()).toEqual([`${id}-1`, `${id}-2`]);
  expect(await onlyTask()).toMatchObject({ status: 2, attempt: 2, crashes: 1 });
  expect(await database.db.select().from(processes)).toHaveLength(1);
  const [folder] = readdirSync(join(directory, 'work')).filter((name) => !name.endsWith('.lock'));
  expect(readdirSync(join(directory, 'work', folder ?? ''))).toEqual([]);
});

test('a process that stops hands its task to the other process, and answers its waiting requests', async () => {
  const { first, firstAddress, address, id, cookie } = await taskInFirst();
  const path = `/v1/ai-function-record/detail/${id}`;
  const { obj } = await call(firstAddress, path, { cookie });
  const { revision } = aiRecord.parse(obj);
  const waiting = call(firstAddress, `${path}?since=${revision}&waitMs=20000`, { cookie });
  await end(first, 'SIGTERM');
  expect(first.exitCode).toBe(0);
  expect(aiRecord.parse((await waiting).obj).id).toBe(id);
  await finished(address, id, cookie);
  expect(jobsStarted()).toEqual([`${id}-1`, `${id}-2`]);
  expect(await onlyTask()).toMatchObject({ status: 2, attempt: 2, crashes: 0 });
});

test('a draining process is not ready, still answers, claims nothing and finishes its task', async () => {
  const { first, firstAddress, address, id, cookie } = await taskInFirst({
    STOP_DRAIN_SECONDS: '4',
    STOP_GRACE_SECONDS: '60',
    // Ends the job after it has begun.
    HOLD_MS: '6000',
  });
  const readiness = async () => (await fetch(`${firstAddress}/readyz`)).status;
  expect(await readiness()).toBe(200);
  const exit = once(first, 'exit');
  first.kill('SIGTERM');
  await eventually(async () => expect(await readiness()).toBe(503));
  expect((await fetch(`${firstAddress}/healthz`)).status).toBe(200);
  const next = await startTask(firstAddress, { cookie });
  await finished(address, next.id, cookie);
  expect(await exit).toEqual([0, null]);
  await finished(address, id, cookie);
  expect(jobsStarted()).toEqual([`${id}-1`, `${next.id}-1`]);
  expect((await database.db.select().from(tasks)).map(({ crashes }) => crashes)).toEqual([0, 0]);
});

test('a process that was frozen for longer than its lease keeps no row locked and writes no late result', async () => {
  const { first, address, id, cookie } = await taskInFirst();
  // Freezes the process inside a transaction that locks the task.
  first.kill('SIGWINCH');
  const record = await finishedLate(address, id, cookie);
  expect(record.credits.charged).toBe(4);
  first.kill('SIGCONT');
  await eventually(async () => expect(await database.db.select().from(processes)).toHaveLength(2), {
    patienceMs: 20_000,
  });
  expect(await onlyTask()).toMatchObject({ status: 2, attempt: 2, crashes: 1 });
  expect(await usedBy(address, cookie)).toBe(4);
});

/** As `finished`, with time for a lease to end. */
async function finishedLate(address: string, id: string, cookie: string) {
  await eventually(async () => expect((await onlyTask())?.status).toBe(2), {
    intervalMs: 500,
    patienceMs: 90_000,
  });
  return await finished(address, id, cookie);
}

test('a server with an embedded database refuses the data directory of two processes', async () => {
  await started(run());
  expect(await refusal(runFixture())).toContain('is in use by another running server');
  expect(await refusal(run({ STORAGE_SECRET: 'y'.repeat(40) }))).toContain('STORAGE_SECRET');
});
