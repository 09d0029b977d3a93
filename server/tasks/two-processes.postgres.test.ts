import { eq, lte } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dealStatus } from '../../contract/deal-status.ts';
import { aiRecord } from '../../contract/records.ts';
import { userInfo } from '../../contract/user.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import type { EngineJob } from '../engine/engine.port.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { newKey, photo, type Visitor } from '../testing/visitor.fixture.ts';
import { detail, reaches, recordsPath, startWith } from './records.fixture.ts';
import { tasks } from './tasks.schema.ts';
import { running } from './tasks.store.ts';

/*
 * Two servers with one database. A visitor's calls go to one of them while the task runs in the
 * other one, or to both in turn. These tests need Postgres.
 */

type Run = { job: EngineJob; server: TestServer; succeed: () => void };

let first: TestServer;
let second: TestServer;
let runs: Run[];
let bytes: Buffer;
beforeAll(async () => {
  const env = { GUEST_DAILY_CREDITS: '100' };
  first = await startTestServer({ env });
  second = await startTestServer({ env, beside: first });
  bytes = await photo();
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});
beforeEach(() => {
  runs = [];
  for (const server of [first, second]) {
    server.engine.behave(
      (job) =>
        new Promise((resolve) => {
          const succeed = () => resolve('succeed');
          runs.push({ job, server, succeed });
        }),
    );
  }
});
afterEach(async () => {
  for (const { engine } of [first, second]) engine.behave(async () => 'succeed');
  for (const { succeed } of runs) succeed();
  // A task that is still under way would hold a place in the next test.
  await eventually(async () => {
    const { db } = first.database;
    expect(await db.select().from(tasks).where(lte(tasks.status, running))).toEqual([]);
  });
});

const otherThan = (server: TestServer) => (server === first ? second : first);

/** Returns the same visitor as a caller of another server. */
function at(server: TestServer, { cookies, token }: Visitor): Visitor {
  const same = server.visitor();
  Object.assign(same.cookies, cookies);
  same.token = token;
  return same;
}

/** Starts a task. Returns its run, and its visitor as a caller of the other server. */
async function runningTask() {
  const visitor = first.visitor();
  const { id } = await startWith(visitor, bytes);
  const run = await eventually(() => {
    const found = runs.find(({ job }) => job.id.startsWith(id));
    return found ?? Promise.reject(new Error('not started'));
  });
  const there = at(otherThan(run.server), visitor);
  await eventually(async () => expect((await detail(there, id)).progress).not.toBeNull());
  return { id, visitor, there, ...run };
}

const waitMs = 20_000;
/** Time by which a message has arrived, below the time between two polls. */
const soonMs = 4500;

async function soon<T>(promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('too late')), soonMs);
  return await Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}

/** Ends the connections on which the servers hear each other. */
async function cutConnections() {
  const { source } = first.database;
  if (source.kind !== 'postgres') throw new Error('Expected Postgres.');
  const client = new Client({ connectionString: source.url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'lightwell bus'`,
  );
  await client.end();
}

test('progress and result reach a request that waits at the other process', async () => {
  const { id, there, job, succeed } = await runningTask();
  const { revision } = await detail(there, id);
  const waiting = detail(there, id, `?since=${revision}&waitMs=${waitMs}`);
  const remaining = { lowMs: 1000, highMs: 2000 };
  job.onProgress({ stage: 'running', fraction: 0.5, remaining });
  const halfway = await soon(waiting);
  expect(halfway.progress).toMatchObject({ stage: 'running', fraction: 0.5 });
  succeed();
  let record = halfway;
  while (record.dealStatus === dealStatus.running) {
    record = await soon(detail(there, id, `?since=${record.revision}&waitMs=${waitMs}`));
  }
  expect(record.dealStatus).toBe(dealStatus.succeeded);
});

test('a running record has the same revision in both processes, and a later one ends no wait', async () => {
  const { id, there, server, job } = await runningTask();
  const here = at(server, there);
  job.onProgress({ stage: 'running', fraction: 0.3 });
  await eventually(async () => {
    const [one, other] = [await detail(here, id), await detail(there, id)];
    expect(one.progress?.fraction).toBe(0.3);
    expect([other.revision, other.progress]).toEqual([one.revision, one.progress]);
  });
  const { revision } = await detail(there, id);
  const answered = vi.fn();
  const ahead = detail(there, id, `?since=${revision + 5000}&waitMs=1000`).then(answered);
  await detail(here, id, `?since=${revision}&waitMs=300`);
  expect(answered).not.toHaveBeenCalled();
  await ahead;
});

test('a task is cancelled by a call to the process in which it does not run', async () => {
  const { id, there, job } = await runningTask();
  await there.call('POST', `${recordsPath}/cancel/${id}`);
  await soon(eventually(() => expect(job.signal.aborted).toBe(true)));
});

test('a deadline stops the run, whichever process sweeps', async () => {
  const { id, job } = await runningTask();
  const past = new Date(first.clock.now().getTime() - 1000);
  await first.database.db.update(tasks).set({ deadlineAt: past }).where(eq(tasks.id, id));
  await second.sweep();
  await first.sweep();
  await soon(eventually(() => expect(job.signal.aborted).toBe(true)));
});

test('queue positions have the same revision in both processes, and reach both', async () => {
  const both = [await runningTask(), await runningTask()];
  const visitor = first.visitor();
  const { id } = await startWith(visitor, bytes);
  const [here, there] = [visitor, at(second, visitor)];
  await eventually(async () => expect((await detail(here, id)).queuePosition).toBe(1));
  const { revision, queuePosition } = await detail(here, id);
  expect(await detail(there, id)).toMatchObject({ revision, queuePosition });
  const waiting = [here, there].map((caller) =>
    detail(caller, id, `?since=${revision}&waitMs=${waitMs}`),
  );
  both[0]?.succeed();
  for (const record of await soon(Promise.all(waiting))) {
    expect(record.dealStatus).toBe(dealStatus.running);
  }
});

test('a worker of the other process takes a task when its own places are busy', async () => {
  const { server } = await runningTask();
  expect((await runningTask()).server).not.toBe(server);
});

test('the end of a task arrives although the connections between the processes were lost', async () => {
  const { id, there, succeed } = await runningTask();
  let record = await detail(there, id);
  await cutConnections();
  succeed();
  while (record.dealStatus === dealStatus.running) {
    record = await detail(there, id, `?since=${record.revision}&waitMs=${waitMs}`);
  }
  expect(record.dealStatus).toBe(dealStatus.succeeded);
});

test('a deleted record is gone at once in the process that has read it', async () => {
  const { id, visitor, succeed } = await runningTask();
  succeed();
  await reaches(visitor, id, dealStatus.succeeded);
  const there = at(second, visitor);
  await detail(there, id);
  await visitor.call('DELETE', `${recordsPath}/${id}`);
  await soon(
    eventually(async () => {
      const { success } = await there.call('GET', `${recordsPath}/detail/${id}`);
      expect(success).toBe('record_gone');
    }),
  );
});

test('credits that a start reserves in one process are used in the other one, too', async () => {
  const visitor = first.visitor();
  const key = await visitor.upload(bytes);
  const there = at(second, visitor);
  const used = async () =>
    userInfo.parse((await there.call('GET', '/v1/user')).obj).allowance?.used;
  expect(await used()).toBe(0);
  aiRecord.parse((await visitor.start(key)).obj);
  await soon(eventually(async () => expect(await used()).toBeGreaterThan(0)));
});

test('a start that was reported as missing creates no task, and may be sent again', async () => {
  const visitor = first.visitor();
  const fileKey = await visitor.upload(bytes);
  const idempotencyKey = newKey();
  const arrived = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  const { inspect } = first.engine;
  first.engine.inspect = async (...given) => {
    arrived.resolve();
    await resumed.promise;
    return await inspect(...given);
  };
  const starting = visitor.start(fileKey, { idempotencyKey });
  await arrived.promise;
  const there = at(second, visitor);
  const attempt = `${recordsPath}/attempt/${idempotencyKey}`;
  expect((await there.call('GET', attempt)).success).toBe('record_not_found');
  resumed.resolve();
  expect((await starting).success).toBe('unavailable');
  expect((await there.call('GET', attempt)).success).toBe('record_not_found');
  first.engine.inspect = inspect;
  const again = await there.start(fileKey, { idempotencyKey });
  expect(again.success).toBe('1');
  expect((await visitor.call('GET', attempt)).obj).toMatchObject({
    id: aiRecord.parse(again.obj).id,
  });
});
