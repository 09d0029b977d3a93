import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aiRecord } from '../../contract/records.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { creditLines, purses } from '../credits/credits.schema.ts';
import { cancelled } from '../engine/testing/fake-engine.fixture.ts';
import { guests, owners } from '../owners/owners.schema.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { newKey, photo, type Visitor } from '../testing/visitor.fixture.ts';
import { uploads } from '../uploads/uploads.schema.ts';
import { reaches } from './records.fixture.ts';
import { tasks } from './tasks.schema.ts';

/*
 * Tests that a deletion removes files, folders and rows, even if the server is killed between two
 * writes.
 */

let server: TestServer;
let bytes: Buffer;
let visitor: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  bytes = await photo();
});
beforeEach(() => {
  visitor = server.visitor();
});
afterAll(() => server.stop());

const day = 86_400_000;
const pathOf = (key: string) => join(server.directory, 'files', key);
const stored = (key: string) => existsSync(pathOf(key));

function put(key: string) {
  mkdirSync(dirname(pathOf(key)), { recursive: true });
  writeFileSync(pathOf(key), 'left by a kill');
}

async function finishedTask() {
  const fileKey = await visitor.upload(bytes);
  const { id } = aiRecord.parse((await visitor.start(fileKey)).obj);
  await reaches(visitor, id, 2);
  return { id, fileKey };
}

const rowOf = async (id: string) => {
  const rows = await server.database.db.select().from(tasks).where(eq(tasks.id, id));
  return rows[0];
};

test('a deleted record leaves no folder and no file that its row does not name', async () => {
  const { id, fileKey } = await finishedTask();
  put(`records/${id}/result.tiff`);
  const { success } = await visitor.call('DELETE', `/v1/ai-function-record/${id}`);
  expect(success).toBe('1');
  expect(stored(`records/${id}`)).toBe(false);
  expect(stored(fileKey)).toBe(false);
});

const unfinished = (id: string) => join(server.directory, 'unfinished', id);

/** Starts a task whose job has left files for the next attempt. */
async function halfTask() {
  const kept = Promise.withResolvers<void>();
  server.engine.behave(async ({ keepDir = '', signal }) => {
    writeFileSync(join(keepDir, 'rows.tiff'), 'half');
    kept.resolve();
    return await cancelled(signal);
  });
  const { id } = aiRecord.parse((await visitor.start(await visitor.upload(bytes))).obj);
  await kept.promise;
  return id;
}

test.each([
  ['cancelled', 'POST', 'cancel/'],
  ['deleted', 'DELETE', ''],
] as const)('a %s task leaves no unfinished work', async (_, method, path) => {
  const id = await halfTask();
  await server.sweep();
  expect(existsSync(unfinished(id))).toBe(true);
  expect((await visitor.call(method, `/v1/ai-function-record/${path}${id}`)).success).toBe('1');
  await eventually(() => expect(existsSync(unfinished(id))).toBe(false));
  server.engine.behave(async () => 'succeed');
});

test("does not report a job that fails because its record's files were deleted", async () => {
  const { engine, logged } = server;
  const { run } = engine;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  engine.run = async ({ signal }) => {
    const aborted = once(signal, 'abort');
    begin();
    await aborted;
    setImmediate(end);
    throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
  };
  try {
    const fileKey = await visitor.upload(bytes);
    const { id } = aiRecord.parse((await visitor.start(fileKey)).obj);
    // The row contains `running` before the engine has the job.
    await begun;
    const before = logged.length;
    await visitor.call('DELETE', `/v1/ai-function-record/${id}`);
    await ended;
    expect(logged.slice(before).filter(({ level }) => Number(level) >= 50)).toEqual([]);
  } finally {
    engine.run = run;
  }
});

test('a record whose files cannot be removed does not block the clean-up of others', async () => {
  const { db } = server.database;
  const { id } = await finishedTask();
  const row = await rowOf(id);
  if (!row) throw new Error('no row');
  const broken = { ...row, id: 'broken', idempotencyKey: newKey(), uploadKey: '../outside' };
  await db.insert(tasks).values({ ...broken, deletedAt: new Date(0), output: null });
  await db.update(tasks).set({ expiresAt: new Date() }).where(eq(tasks.id, id));
  const unused = await visitor.upload(bytes);
  server.clock.advance(2 * 3_600_000);
  await server.sweep();
  expect(stored(`records/${id}`)).toBe(false);
  expect(stored(unused)).toBe(false);
  expect(server.logged).toContainEqual(
    expect.objectContaining({ msg: 'a step of the sweep failed', step: 'files of records' }),
  );
  await db.delete(tasks).where(eq(tasks.id, 'broken'));
});

test('rows whose files cannot be removed stay, so that the next sweep finds them', async () => {
  const { db } = server.database;
  const { id, fileKey } = await finishedTask();
  const row = await rowOf(id);
  const [upload] = await db.select().from(uploads).where(eq(uploads.key, fileKey));
  if (!row || !upload) throw new Error('no row');
  // The storage refuses to remove files with these names.
  const [used, unused] = ['../used', '../unused'];
  const record = { ...row, id: 'stuck', idempotencyKey: newKey(), uploadKey: used };
  await db.insert(tasks).values({ ...record, deletedAt: new Date(0), output: null });
  await db.insert(uploads).values([
    { ...upload, key: used, taskId: 'stuck' },
    { ...upload, key: unused, state: 'stored', taskId: null, createdAt: new Date(0) },
  ]);
  for (let n = 0; n < 2; n += 1) await server.sweep();
  expect(await rowOf('stuck')).toMatchObject({ filesRemoved: false });
  const left = await db
    .select()
    .from(uploads)
    .where(inArray(uploads.key, [used, unused]));
  expect(left.map(({ state }) => state).sort()).toEqual(['removing', 'used']);
  await db.delete(uploads).where(inArray(uploads.key, [used, unused]));
  await db.delete(tasks).where(eq(tasks.id, 'stuck'));
});

test.each(['file', 'row'])(
  'an upload whose removal was killed before its %s was removed is gone after the next sweep',
  async (next) => {
    const { db } = server.database;
    const key = await visitor.upload(bytes);
    await db.update(uploads).set({ state: 'removing' }).where(eq(uploads.key, key));
    expect((await visitor.start(key)).success).toBe('upload_not_found');
    if (next === 'row') put(key);
    await server.sweep();
    expect(stored(key)).toBe(false);
    expect(await db.select().from(uploads).where(eq(uploads.key, key))).toEqual([]);
  },
);

test('an upload that is removed while its start inspects it is not found, and no task begins', async () => {
  const { db } = server.database;
  const fileKey = await visitor.upload(bytes);
  const { inspect } = server.engine;
  server.engine.inspect = async (...args) => {
    const image = await inspect(...args);
    await db.update(uploads).set({ state: 'removing' }).where(eq(uploads.key, fileKey));
    return image;
  };
  expect((await visitor.start(fileKey)).success).toBe('upload_not_found');
  server.engine.inspect = inspect;
  expect(await db.select().from(tasks).where(eq(tasks.uploadKey, fileKey))).toEqual([]);
});

test('an upload that is removed during its inspection is not found, regardless of the result', async () => {
  const fileKey = await visitor.upload(bytes);
  const { inspect } = server.engine;
  server.engine.inspect = async (...args) => {
    server.clock.advance(2 * 3_600_000);
    await server.sweep();
    return await inspect(...args);
  };
  expect((await visitor.start(fileKey)).success).toBe('upload_not_found');
  server.engine.inspect = inspect;
});

test('an upload that another start uses during its inspection is used, regardless of the result', async () => {
  const fileKey = await visitor.upload(bytes);
  const { inspect } = server.engine;
  server.engine.inspect = async (path, ...rest) => {
    server.engine.inspect = inspect;
    aiRecord.parse((await visitor.start(fileKey)).obj);
    // Simulates a deletion of the record during the inspection.
    rmSync(path);
    return await inspect(path, ...rest);
  };
  expect((await visitor.start(fileKey)).success).toBe('upload_used');
});

test('files without a row are found and removed, all others stay', async () => {
  const { id, fileKey } = await finishedTask();
  const kept = readdirSync(pathOf(`records/${id}`));
  const orphans = ['uploads/nobody.png', 'uploads/.half', 'records/nobody/result.webp'];
  for (const key of [...orphans, `records/${id}/after.png`]) put(key);
  const waiting = await visitor.upload(bytes);

  expect(await server.removeOrphans()).toBe(4);
  for (const key of orphans) expect(stored(key)).toBe(false);
  expect(stored('records/nobody')).toBe(false);
  expect(readdirSync(pathOf(`records/${id}`))).toEqual(kept);
  expect(stored(fileKey)).toBe(true);
  expect(stored(waiting)).toBe(true);
});

test('files of a task that ended without a result are orphans, files of a running task are not', async () => {
  const { db } = server.database;
  const { id } = await finishedTask();
  const row = await rowOf(id);
  if (!row) throw new Error('no row');
  const other = (name: string, status: number) => ({
    ...row,
    id: name,
    idempotencyKey: newKey(),
    status,
    output: null,
  });
  await db.insert(tasks).values([other('cancelled', 5), other('running', 1)]);
  put('records/cancelled/result.webp');
  put('records/running/result.webp');
  await server.removeOrphans();
  expect(stored('records/cancelled')).toBe(false);
  expect(stored('records/running/result.webp')).toBe(true);
  await db.delete(tasks).where(eq(tasks.id, 'running'));
});

test('an empty database does not remove the files of another database', async () => {
  const other = await startTestServer();
  const file = join(other.directory, 'files', 'uploads', 'photo.png');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'photo');
  expect(await other.removeOrphans()).toBe(0);
  expect(existsSync(file)).toBe(true);
  await other.stop();
});

test('a month after a record was deleted no guest, balance or ledger line remains (R76)', async () => {
  const { db } = server.database;
  const { id } = await finishedTask();
  const gone = (await rowOf(id))?.ownerId ?? '';
  await visitor.call('DELETE', `/v1/ai-function-record/${id}`);
  server.clock.advance(20 * day);
  visitor = server.visitor();
  const other = await finishedTask();
  const stays = (await rowOf(other.id))?.ownerId ?? '';
  server.clock.advance(11 * day);
  await server.sweep();

  expect(await rowOf(id)).toBeUndefined();
  const left = {
    owners: (await db.select().from(owners)).map((row) => row.id),
    guests: (await db.select().from(guests)).map((row) => row.ownerId),
    purses: (await db.select().from(purses)).map((row) => row.ownerId),
    lines: (await db.select().from(creditLines)).map((row) => row.taskId),
  };
  for (const kind of ['owners', 'guests', 'purses'] as const) {
    expect(left[kind]).toContain(stays);
    expect(left[kind]).not.toContain(gone);
  }
  expect(left.lines).toContain(other.id);
  expect(left.lines).not.toContain(id);
});
