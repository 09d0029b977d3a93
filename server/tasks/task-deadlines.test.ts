import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import type { EngineJob } from '../engine/engine.port.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { photo, type Visitor } from '../testing/visitor.fixture.ts';
import { detail, reaches, recordsPath, startWith } from './records.fixture.ts';
import { tasks } from './tasks.schema.ts';

let server: TestServer;
let bytes: Buffer;
beforeAll(async () => {
  server = await startTestServer({ env: { TASK_DEADLINE_MINUTES: '10' } });
  bytes = await photo();
});
afterAll(() => server.stop());
afterEach(() => server.engine.behave(async () => 'succeed'));

const minute = 60_000;

const start = async (visitor: Visitor) => (await startWith(visitor, bytes)).id;

/** Makes each job run until the test ends it. Returns the running jobs by task. */
function holdJobs() {
  const jobs = new Map<string, { job: EngineJob; succeed: () => void }>();
  server.engine.behave((job) => {
    const { promise, resolve } = Promise.withResolvers<'succeed'>();
    const id = job.id.replace(/-\d+$/, '');
    jobs.set(id, { job, succeed: () => resolve('succeed') });
    return promise;
  });
  return jobs;
}

const deadlineOf = async (id: string) => {
  const [row] = await server.database.db.select().from(tasks).where(eq(tasks.id, id));
  return row?.deadlineAt.getTime() ?? 0;
};

test('waiting does not expire a long task: its working time begins when it is claimed', async () => {
  server.engine.expectRuns({ lowMs: 30_000, highMs: 60_000 });
  const jobs = holdJobs();
  const [a, b] = [server.visitor(), server.visitor()];
  const first = await start(a);
  await reaches(a, first, 1);
  const second = await start(b);
  server.clock.advance(9 * minute);
  await server.sweep();
  // While `b` waits, as much time may pass as the whole working time of `a`.
  server.clock.advance(2 * minute);
  expect(await detail(b, second)).toMatchObject({ dealStatus: 0, queuePosition: 1 });
  await server.sweep();
  await reaches(a, first, 4);
  await reaches(b, second, 1);
  server.clock.advance(9 * minute);
  await server.sweep();
  await eventually(() => expect(jobs.has(second)).toBe(true));
  jobs.get(second)?.succeed();
  await reaches(b, second, 2);
});

test('a pause does not use the working time of a task', async () => {
  const jobs = holdJobs();
  const visitor = server.visitor();
  const id = await start(visitor);
  await reaches(visitor, id, 1);
  await eventually(() => expect(jobs.has(id)).toBe(true));
  const remaining = { lowMs: 40_000, highMs: 50_000 };
  const progress = { stage: 'running' as const, fraction: 0.5, remaining };
  const { job, succeed } = jobs.get(id) ?? {};
  job?.onProgress(progress);
  const before = await detail(visitor, id);
  expect(before.progress).toMatchObject({ remainingMs: { low: 40_000, high: 50_000 } });
  const deadline = await deadlineOf(id);
  job?.onProgress({ ...progress, paused: { now: true, ms: 0 } });
  const during = await detail(visitor, id);
  expect(during.progress).toMatchObject({
    stage: 'running',
    fraction: before.progress?.fraction,
    remainingMs: { low: 40_000, high: 70_000 },
  });
  await eventually(async () => expect(await deadlineOf(id)).toBe(deadline + 20_000));
  server.clock.advance(10 * minute + 5000);
  await server.sweep();
  expect((await detail(visitor, id)).dealStatus).toBe(1);
  job?.onProgress({ ...progress, paused: { now: false, ms: 15_000 } });
  await eventually(async () => expect(await deadlineOf(id)).toBe(deadline + 15_000));
  expect((await detail(visitor, id)).progress).toEqual(before.progress);
  await server.sweep();
  succeed?.();
  await reaches(visitor, id, 2);
});

test('a task that was handed back may wait a full day again', async () => {
  holdJobs();
  const visitor = server.visitor();
  const id = await start(visitor);
  await reaches(visitor, id, 1);
  const { db } = server.database;
  const working = await deadlineOf(id);
  // Simulates that the running attempt was lost.
  await db.update(tasks).set({ attempt: 9 }).where(eq(tasks.id, id));
  server.clock.advance(9 * minute);
  await server.sweep();
  await eventually(async () => expect(await deadlineOf(id)).toBeGreaterThan(working + 8 * minute));
  await visitor.call('POST', `${recordsPath}/cancel/${id}`);
});
