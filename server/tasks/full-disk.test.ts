import { existsSync, readdirSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aiRecord } from '../../contract/records.ts';
import { userInfo } from '../../contract/user.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { creditLines } from '../credits/credits.schema.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { multipart, photo, type Visitor } from '../testing/visitor.fixture.ts';
import { uploads } from '../uploads/uploads.schema.ts';
import { detail } from './records.fixture.ts';

/*
 * Tests that a full disk causes clean refusals and failures, and that the server recovers without
 * a restart.
 */

/** `isFull`: every write fails. `keepsNothing`: only the move of a received file fails. */
const disk = vi.hoisted(() => ({ isFull: false, keepsNothing: false }));

/** Fails as the system does on a full disk. */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const refuse = () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  async function open(...args: Parameters<typeof real.open>): Promise<FileHandle> {
    const handle = await real.open(...args);
    const { appendFile, sync } = handle;
    handle.appendFile = async (...given) =>
      disk.isFull ? refuse() : await appendFile.apply(handle, given);
    handle.sync = async () =>
      disk.isFull || disk.keepsNothing ? refuse() : await sync.apply(handle);
    return handle;
  }
  return { ...real, open };
});

let server: TestServer;
let free: number;
let visitor: Visitor;
beforeEach(async () => {
  free = 1e12;
  server = await startTestServer({ freeBytes: async () => free });
  visitor = server.visitor();
});
afterEach(async () => {
  Object.assign(disk, { isFull: false, keepsNothing: false });
  await server.stop();
});

type Signed = { url: string; fields: Record<string, string>; fileKey: string };

const signature = '/v1/file/notAuthSignature/png';
const sign = async () => (await visitor.call('GET', signature)).obj as Signed;

async function send({ url, fields }: Signed) {
  const form = multipart(fields, await photo());
  const { statusCode, body } = await server.app.inject({ method: 'POST', url, ...form });
  return { status: statusCode, code: /<Code>(\w+)<\/Code>/.exec(body)?.[1] };
}

async function ended(id: string) {
  return await eventually(async () => {
    const record = await detail(visitor, id);
    expect(record.dealStatus).toBeGreaterThan(1);
    return record;
  });
}

const start = async (fileKey: string) => aiRecord.parse((await visitor.start(fileKey)).obj).id;

const filesIn = (folder: string) => {
  const path = join(server.directory, folder);
  return existsSync(path) ? readdirSync(path) : [];
};

const workFiles = () => filesIn(join('work', server.processId));

const used = async () =>
  userInfo.parse((await visitor.call('GET', '/v1/user')).obj).allowance?.used;

test('while space is short nothing new is stored, but reads and started work go on', async () => {
  const done = await ended(await start(await visitor.upload(await photo())));
  const held = Promise.withResolvers<'succeed'>();
  server.engine.behave(() => held.promise);
  const running = await start(await visitor.upload(await photo()));
  const early = await sign();
  const waiting = await visitor.upload(await photo());

  free = 10_000_000;
  await eventually(async () =>
    expect(await visitor.call('GET', signature)).toMatchObject({
      status: 503,
      success: 'storage_full',
    }),
  );
  expect(await send(early)).toEqual({ status: 503, code: 'StorageFull' });
  expect(await visitor.call('GET', '/v1/user')).toMatchObject({ status: 200, success: '1' });
  expect(await visitor.call('GET', '/v1/ai-function-record')).toMatchObject({ success: '1' });
  const result = await server.app.inject(done.result?.url ?? '');
  expect(result.statusCode).toBe(200);
  held.resolve('succeed');
  expect((await ended(running)).dealStatus).toBe(2);
  expect((await ended(await start(waiting))).dealStatus).toBe(2);
  const { success } = await visitor.call('DELETE', `/v1/ai-function-record/${running}`);
  expect(success).toBe('1');

  free = 1e12;
  await eventually(async () => expect((await visitor.call('GET', signature)).success).toBe('1'));
  expect(await send(early)).toMatchObject({ status: 204 });
});

test.each(['isFull', 'keepsNothing'] as const)(
  'a photo that arrives at a full disk (%s) is refused and leaves nothing; its signature works later',
  async (when) => {
    const signed = await sign();
    disk[when] = true;
    expect(await send(signed)).toEqual({ status: 503, code: 'StorageFull' });
    expect(await visitor.start(signed.fileKey)).not.toMatchObject({ status: 500 });
    disk[when] = false;
    expect(await server.database.db.select().from(uploads)).toEqual([]);
    expect([workFiles(), filesIn('files/uploads')]).toEqual([[], []]);
    expect(await send(signed)).toMatchObject({ status: 204 });
    expect((await ended(await start(signed.fileKey))).dealStatus).toBe(2);
  },
);

test('a task whose result does not fit on the disk fails, returns its credits and leaves nothing', async () => {
  const fileKey = await visitor.upload(await photo());
  server.engine.behave(async () => {
    disk.isFull = true;
    return 'succeed';
  });
  const id = await start(fileKey);
  const record = await ended(id);
  expect([record.dealStatus, record.reason]).toEqual([4, 'engine_failed']);
  expect(await used()).toBe(0);
  const lines = await server.database.db.select().from(creditLines).orderBy(creditLines.id);
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['reserve', -4],
    ['release', 4],
  ]);
  await eventually(() => expect(workFiles()).toEqual([]));
  expect(filesIn('files/records')).toEqual([]);

  disk.isFull = false;
  server.engine.behave(async () => 'succeed');
  expect((await ended(await start(await visitor.upload(await photo())))).dealStatus).toBe(2);
  expect(await used()).toBe(4);
});
