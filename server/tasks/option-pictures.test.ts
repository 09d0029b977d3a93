import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { aiRecord } from '../../contract/records.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey, photo, type Visitor } from '../testing/visitor.fixture.ts';
import { uploads, uploadUses } from '../uploads/uploads.schema.ts';
import { reaches } from './records.fixture.ts';
import { tasks } from './tasks.schema.ts';

/* The visitor's own picture behind a cut-out, which several tasks may use. */

const server = sharedTestServer();
let bytes: Buffer;
let visitor: Visitor;
beforeAll(async () => {
  bytes = await photo();
});
beforeEach(() => {
  visitor = server.visitor();
  server.engine.behave(async () => 'succeed');
});

const stored = (key: string) => existsSync(join(server.directory, 'files', key));

const stateOf = async (key: string) => {
  const { db } = server.database;
  return (await db.select().from(uploads).where(eq(uploads.key, key)))[0]?.state;
};

const start = async (background: string, fileKey?: string, idempotencyKey = newKey()) =>
  visitor.start(fileKey ?? (await visitor.upload(bytes)), {
    code: 'cut-out',
    options: { background },
    idempotencyKey,
  });

const finished = async (background: string) => {
  const { id } = aiRecord.parse((await start(background)).obj);
  await reaches(visitor, id, 2);
  return id;
};

const remove = (id: string) => visitor.call('DELETE', `/v1/ai-function-record/${id}`);

const hour = 3_600_000;

test('reaches the engine as a file, and the record as a key', async () => {
  const key = await visitor.upload(bytes);
  const pictures: Buffer[] = [];
  server.engine.behave(async (job) => {
    pictures.push(await readFile(job.pictures?.background ?? ''));
    return 'succeed';
  });
  const record = aiRecord.parse((await start(key)).obj);
  await reaches(visitor, record.id, 2);
  expect(record.options).toMatchObject({ background: key });
  expect(pictures).toEqual([bytes]);
});

test('stays as long as one of several records uses it', async () => {
  const key = await visitor.upload(bytes);
  const [first, second] = [await finished(key), await finished(key)];
  server.clock.advance(2 * hour);
  await server.sweep();
  expect(stored(key)).toBe(true);
  expect((await remove(first)).success).toBe('1');
  expect(stored(key)).toBe(true);
  expect((await remove(second)).success).toBe('1');
  expect(stored(key)).toBe(false);
  expect(await stateOf(key)).toBeUndefined();
});

test('is removed after an hour if no start uses it, and is then not found', async () => {
  const key = await visitor.upload(bytes);
  server.clock.advance(2 * hour);
  await server.sweep();
  expect(stored(key)).toBe(false);
  expect(await start(key)).toMatchObject({ status: 404, success: 'picture_not_found' });
});

test('is removed by the next sweep if the server is killed before it removes the file', async () => {
  const { db } = server.database;
  const key = await visitor.upload(bytes);
  await finished(key);
  await db.delete(uploadUses).where(eq(uploadUses.key, key));
  await db.update(uploads).set({ state: 'removing' }).where(eq(uploads.key, key));
  expect(await start(key)).toMatchObject({ success: 'picture_not_found' });
  await server.sweep();
  expect([stored(key), await stateOf(key)]).toEqual([false, undefined]);
});

test('is there for the second attempt of a task whose first attempt was lost', async () => {
  const { db } = server.database;
  const key = await visitor.upload(bytes);
  const seen: boolean[] = [];
  const lost = Promise.withResolvers<'succeed'>();
  server.engine.behave(async ({ pictures }) => {
    seen.push(existsSync(pictures?.background ?? ''));
    return seen.length === 1 ? await lost.promise : 'succeed';
  });
  const { id } = aiRecord.parse((await start(key)).obj);
  await eventually(() => expect(seen).toHaveLength(1));
  await db.update(tasks).set({ attempt: 7 }).where(eq(tasks.id, id));
  await server.sweep();
  lost.resolve('succeed');
  await reaches(visitor, id, 2);
  expect(seen).toEqual([true, true]);
});

test.each([
  ['that does not exist', async () => 'uploads/nothing.png'],
  ['of another visitor', async () => await server.visitor().upload(bytes)],
  ['that is not chosen yet', async () => 'picture'],
  [
    'that is the photo of a task',
    async () => {
      const key = await visitor.upload(bytes);
      await visitor.start(key);
      return key;
    },
  ],
])('a picture %s is refused before anything is charged', async (_, keyOf) => {
  const key = await keyOf();
  const before = (await visitor.call('GET', '/v1/user')).obj;
  expect(await start(key)).toMatchObject({ status: 404, success: 'picture_not_found' });
  expect((await visitor.call('GET', '/v1/user')).obj).toEqual(before);
});

test('a shared picture cannot be the photo of a start', async () => {
  const key = await visitor.upload(bytes);
  await finished(key);
  expect(await visitor.start(key)).toMatchObject({ success: 'upload_not_found' });
});

test('a file that is not a picture is refused and deleted', async () => {
  const key = await visitor.upload(bytes);
  server.engine.refuseNext('not_an_image');
  expect(await start(key)).toMatchObject({ success: 'not_an_image' });
  expect(stored(key)).toBe(false);
});

test('a preview shows it to its owner only', async () => {
  const key = await visitor.upload(bytes);
  const image = bytes.toString('base64');
  const preview = (of: Visitor) =>
    of.call('POST', '/v1/ai-function/notAuth/preview/cut-out', {
      image,
      options: { background: key },
    });
  expect((await preview(visitor)).success).toBe('1');
  expect(await preview(server.visitor())).toMatchObject({ success: 'picture_not_found' });
});
