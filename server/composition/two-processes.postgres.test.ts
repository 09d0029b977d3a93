import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import { newAddress, signIn } from '../accounts/accounts.fixture.ts';
import { accountExports } from '../accounts/accounts.schema.ts';
import type { EngineJob } from '../engine/engine.port.ts';
import { cancelled } from '../engine/testing/fake-engine.fixture.ts';
import { mails } from '../mail/mail.schema.ts';
import { createLeases } from '../platform/process/leases.ts';
import { leases, processes } from '../platform/process/processes.schema.ts';
import {
  registerProcess,
  removeExpiredProcesses,
  removeProcesses,
} from '../platform/process/processes.store.ts';
import { reaches, startWith } from '../tasks/records.fixture.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';
import { uploads } from '../uploads/uploads.schema.ts';

/*
 * Two servers with one database and one data directory. These tests need Postgres, because the
 * embedded database serves only one process.
 */

let first: TestServer;
let second: TestServer | undefined;
let bytes: Buffer;
beforeAll(async () => {
  bytes = await photo();
});
beforeEach(async () => {
  first = await startTestServer();
});
afterEach(async () => {
  await second?.stop();
  second = undefined;
  await first.stop();
});

async function startSecond(env: Record<string, string> = {}): Promise<TestServer> {
  second = await startTestServer({ env, beside: first });
  return second;
}

/** Starts a task whose job waits until it is cancelled. */
async function beginTask(server: TestServer) {
  const jobs: EngineJob[] = [];
  server.engine.behave((job) => {
    jobs.push(job);
    return cancelled(job.signal);
  });
  const visitor = server.visitor();
  const { id } = await startWith(visitor, bytes);
  await reaches(visitor, id, 1);
  await eventually(() => expect(jobs).toHaveLength(1));
  return { id, visitor, jobs };
}

const taskRow = async (id: string) =>
  (await first.database.db.select().from(tasks).where(eq(tasks.id, id)))[0];

/** Removes a process, as others do when its lease is over. */
const declareLost = ({ processId }: TestServer) => removeProcesses(first.database.db, [processId]);

test('a process that starts leaves the tasks, uploads and mails of a living process alone', async () => {
  const { db } = first.database;
  const { id } = await beginTask(first);
  const [task] = await db.select().from(tasks).where(eq(tasks.id, id));
  const { processId } = first;
  await db.insert(uploads).values({
    key: 'uploads/arriving.png',
    ownerId: task?.ownerId ?? '',
    state: 'receiving',
    receiver: processId,
    createdAt: first.clock.now(),
  });
  const at = first.clock.now();
  const times = { nextTryAt: at, uselessAt: new Date(at.getTime() + 3_600_000), createdAt: at };
  const mail = { cause: 'a', kind: 'resetCode', locale: 'en', address: 'a@b.c', addressHash: 'a' };
  const sending = { state: 'sending', attempts: 1 } as const;
  await db.insert(mails).values([
    { ...mail, ...times, ...sending, cause: 'theirs', sender: 'another' },
    { ...mail, ...times, ...sending, cause: 'lost', sender: 'dead' },
  ]);
  await registerProcess(db, { id: 'another', roles: ['worker'] });

  const other = await startSecond();
  await other.sweep();
  expect(await taskRow(id)).toMatchObject({ status: 1, runner: processId, crashes: 0 });
  const [upload] = await db.select().from(uploads).where(eq(uploads.state, 'receiving'));
  expect(upload).toMatchObject({ key: 'uploads/arriving.png', receiver: processId });
  const rows = await db.select().from(mails).orderBy(mails.cause);
  expect(rows.find(({ cause }) => cause === 'theirs')).toMatchObject(sending);
  expect(rows.find(({ cause }) => cause === 'lost')?.sender).not.toBe('dead');
  await removeProcesses(db, ['another']);
});

test('a task of a lost process is run by another one, and the late result is not written', async () => {
  const late = Promise.withResolvers<'succeed'>();
  first.engine.behave(() => late.promise);
  const visitor = first.visitor();
  const { id } = await startWith(visitor, bytes);
  await reaches(visitor, id, 1);
  const other = await startSecond();
  other.engine.behave((job) => cancelled(job.signal));
  await declareLost(first);
  await other.sweep();
  await eventually(async () =>
    expect(await taskRow(id)).toMatchObject({
      status: 1,
      runner: other.processId,
      attempt: 2,
      crashes: 1,
    }),
  );
  late.resolve('succeed');
  await vi.waitFor(() => expect(first.engine.started).toHaveLength(1));
  await first.sweep();
  expect(await taskRow(id)).toMatchObject({ status: 1, runner: other.processId, attempt: 2 });
  other.engine.behave(async () => 'succeed');
});

test('a process is lost when it has not renewed its lease for 30 seconds', async () => {
  const { db } = first.database;
  await registerProcess(db, { id: 'silent', roles: ['worker'] });
  await db.execute("update processes set seen_at = now() - interval '31 seconds'");
  await registerProcess(db, { id: 'punctual', roles: ['worker'] });
  await db.execute(
    "update processes set seen_at = now() - interval '20 seconds' where id = 'punctual'",
  );
  // The server's own process is never lost to itself.
  expect(await removeExpiredProcesses(db, first.processId)).toEqual(['silent']);
  await removeProcesses(db, ['punctual']);
});

test('a process whose row was removed ends its runs and registers again', async () => {
  const { jobs } = await beginTask(first);
  await declareLost(first);
  await eventually(() => expect(jobs[0]?.signal.aborted).toBe(true), { patienceMs: 8000 });
  const { db } = first.database;
  await eventually(async () =>
    expect(await db.select({ id: processes.id }).from(processes)).toEqual([
      { id: first.processId },
    ]),
  );
});

test('work under a lease runs in one process at a time, and a lost process holds no lease', async () => {
  const { db } = first.database;
  for (const id of ['a', 'b']) await registerProcess(db, { id, roles: ['worker'] });
  const [a, b] = [createLeases(db, 'a'), createLeases(db, 'b')];
  const held = Promise.withResolvers<void>();
  const working = a.hold('work', () => held.promise);
  await eventually(async () =>
    expect(await db.select().from(leases).where(eq(leases.name, 'work'))).toHaveLength(1),
  );
  const work = vi.fn(async () => {});
  expect(await b.hold('work', work)).toBe(false);
  expect(await a.hold('work', work)).toBe(false);
  await removeProcesses(db, ['a']);
  expect(await b.hold('work', work, { restMs: 60_000 })).toBe(true);
  await registerProcess(db, { id: 'a', roles: ['worker'] });
  expect(await a.hold('other work', work)).toBe(true);
  expect(work).toHaveBeenCalledTimes(2);
  held.resolve();
  expect(await working).toBe(true);
  // Process b may work again at once. Others wait.
  expect(await a.hold('work', work)).toBe(false);
  expect(await b.hold('work', work)).toBe(true);
  expect(await a.hold('work', work)).toBe(true);
  await removeProcesses(db, ['a', 'b']);
});

test('the processes take turns at sweeping: after one sweep, the others wait', async () => {
  const other = await startSecond();
  const { db } = first.database;
  const holder = async () =>
    (await db.select().from(leases).where(eq(leases.name, 'sweep')))[0]?.processId;
  expect(await holder()).toBe(first.processId);
  await other.sweep();
  expect(await holder()).toBe(first.processId);
  await declareLost(first);
  await other.sweep();
  expect(await holder()).toBe(other.processId);
});

test('a process that stops gives its row and its leases back', async () => {
  const { db } = first.database;
  const other = await startSecond();
  const { processId } = other;
  await other.stop();
  second = undefined;
  const rows = await db.select({ id: processes.id }).from(processes);
  expect(rows.map(({ id }) => id)).not.toContain(processId);
});

test('an export that two processes want to make at once is made once', async () => {
  const other = await startSecond();
  const visitor = first.visitor();
  const email = newAddress();
  await signIn(first, visitor, email);
  const { db } = first.database;
  const row = async () => (await db.select().from(accountExports))[0];
  await visitor.call('POST', '/v1/user/export');
  await Promise.all([other.sweep(), first.sweep()]);
  await eventually(async () => expect(await row()).toMatchObject({ state: 'ready', attempts: 1 }));
  await eventually(() => {
    const sent = [...first.mails, ...other.mails].filter(({ kind }) => kind === 'exportReady');
    expect(sent).toHaveLength(1);
  });
  // The process gives its lease up after it has ended the export.
  await eventually(async () => {
    const names = (await db.select().from(leases)).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('export'))).toEqual([]);
  });
});
