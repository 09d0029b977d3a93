import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aiRecord } from '../../contract/records.ts';
import { userInfo } from '../../contract/user.ts';
import { creditLines } from '../credits/credits.schema.ts';
import { cancelled } from '../engine/testing/fake-engine.fixture.ts';
import { detail, reaches, recordsPath, startWith } from '../tasks/records.fixture.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { newKey, photo } from '../testing/visitor.fixture.ts';

let server: TestServer;
let bytes: Buffer;
beforeAll(async () => {
  server = await startTestServer({ env: { TASK_DEADLINE_MINUTES: '10', RETENTION_DAYS: '7' } });
  bytes = await photo();
});
afterAll(() => server.stop());

const minute = 60_000;
const day = 86_400_000;
const stored = (key: string) => existsSync(join(server.directory, 'files', key));

test('fails a task that passed its deadline and gives the credits back (R70)', async () => {
  server.engine.behave((job) => cancelled(job.signal));
  const visitor = server.visitor();
  const { id } = await startWith(visitor, bytes);
  await reaches(visitor, id, 1);
  server.clock.advance(11 * minute);
  await server.sweep();
  server.engine.behave(async () => 'succeed');
  expect(await detail(visitor, id)).toMatchObject({ dealStatus: 4, reason: 'task_expired' });
  const user = userInfo.parse((await visitor.call('GET', '/v1/user')).obj);
  expect(user.allowance?.used).toBe(0);
  const lines = await server.database.db
    .select()
    .from(creditLines)
    .where(eq(creditLines.taskId, id))
    .orderBy(creditLines.amount);
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['reserve', -4],
    ['release', 4],
  ]);
});

test('fails a task that has waited for a day, without a charge (R70)', async () => {
  server.engine.behave((job) => cancelled(job.signal));
  const before = server.visitor();
  const { id: running } = await startWith(before, bytes);
  await reaches(before, running, 1);
  const visitor = server.visitor();
  const { id, dealStatus } = await startWith(visitor, bytes);
  expect(dealStatus).toBe(0);
  server.clock.advance(day + minute);
  await server.sweep();
  server.engine.behave(async () => 'succeed');
  expect(await detail(visitor, id)).toMatchObject({ dealStatus: 4, reason: 'task_expired' });
  const user = userInfo.parse((await visitor.call('GET', '/v1/user')).obj);
  expect(user.allowance?.used).toBe(0);
});

test('sends a task that never reached the queue', async () => {
  const visitor = server.visitor();
  const first = await startWith(visitor, bytes);
  await reaches(visitor, first.id, 2);
  const { db } = server.database;
  const [row] = await db.select().from(tasks).where(eq(tasks.id, first.id));
  if (!row) throw new Error('Expected a row of the task.');
  const id = 'committed-but-never-sent';
  await db.insert(tasks).values({
    ...row,
    id,
    idempotencyKey: newKey(),
    status: 0,
    output: null,
    finishedAt: null,
  });
  await server.sweep();
  await reaches(visitor, id, 2);
});

test('deletes uploads that were not used within an hour', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  await server.sweep();
  expect(stored(fileKey)).toBe(true);
  server.clock.advance(61 * minute);
  await server.sweep();
  expect(stored(fileKey)).toBe(false);
  expect((await visitor.start(fileKey)).success).toBe('upload_not_found');
});

test('deletes expired records and their files, and forgets them later (R76)', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  const { id } = aiRecord.parse((await visitor.start(fileKey)).obj);
  const said = async () => (await visitor.call('GET', `${recordsPath}/detail/${id}`)).success;
  expect((await reaches(visitor, id, 2)).result).not.toBeNull();
  server.clock.advance(6 * day);
  await server.sweep();
  expect(await said()).toBe('1');
  server.clock.advance(1.1 * day);
  await server.sweep();
  expect(await said()).toBe('record_gone');
  expect(stored(fileKey)).toBe(false);
  expect(stored(`records/${id}/result.webp`)).toBe(false);
  server.clock.advance(31 * day);
  await server.sweep();
  expect(await said()).toBe('record_not_found');
});
