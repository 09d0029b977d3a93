import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { aiRecord } from '../../contract/records.ts';
import { userInfo } from '../../contract/user.ts';
import { purses } from '../credits/credits.schema.ts';
import { reaches } from '../tasks/records.fixture.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { createVisitor, multipart, photo, type Visitor } from '../testing/visitor.fixture.ts';
import { uploads } from '../uploads/uploads.schema.ts';
import { guests, owners } from './owners.schema.ts';

/*
 * Tests that a guest's rows are created when data of the guest is first stored. This does not
 * change the guest's identity.
 */

let server: TestServer;
const open = async (env: Record<string, string> = {}) => {
  server = await startTestServer({ env });
  return server;
};
afterEach(() => server.stop());

const signature = '/v1/file/notAuthSignature/png';
const day = 86_400_000;

type Signed = { url: string; fields: Record<string, string>; fileKey: string };

const sign = async (visitor: Visitor) => (await visitor.call('GET', signature)).obj as Signed;

async function send({ url, fields }: Signed) {
  const form = multipart(fields, await photo());
  const { statusCode, body } = await server.app.inject({ method: 'POST', url, ...form });
  return { status: statusCode, code: /<Code>(\w+)<\/Code>/.exec(body)?.[1] };
}

async function rows() {
  const { db } = server.database;
  return {
    owners: (await db.select().from(owners)).length,
    guests: (await db.select().from(guests)).length,
    purses: (await db.select().from(purses)).length,
    uploads: (await db.select().from(uploads)).length,
  };
}

async function finish(visitor: Visitor, fileKey: string) {
  const { id } = aiRecord.parse((await visitor.start(fileKey)).obj);
  await reaches(visitor, id, 2);
  return id;
}

const usedOf = async (visitor: Visitor) =>
  userInfo.parse((await visitor.call('GET', '/v1/user')).obj).allowance?.used;

test('a signature, a page and the allowance write no row; a photo that arrives does', async () => {
  const { visitor: newVisitor } = await open();
  const visitor = newVisitor();
  const signed = await sign(visitor);
  await visitor.call('GET', '/v1/user');
  await visitor.call('GET', '/v1/ai-function-record');
  expect(await rows()).toEqual({ owners: 0, guests: 0, purses: 0, uploads: 0 });
  expect(await send(signed)).toMatchObject({ status: 204 });
  expect(await rows()).toEqual({ owners: 1, guests: 1, purses: 1, uploads: 1 });
  await finish(visitor, signed.fileKey);
});

test('a photo that breaks off or is too large writes no row', async () => {
  await open();
  const signed = await sign(server.visitor());
  const form = multipart(signed.fields, Buffer.alloc(2_000_001));
  const refused = await server.app.inject({ method: 'POST', url: signed.url, ...form });
  expect(refused.body).toContain('EntityTooLarge');
  expect(await rows()).toEqual({ owners: 0, guests: 0, purses: 0, uploads: 0 });
});

test('signatures before the first photo belong to one guest', async () => {
  await open();
  const visitor = server.visitor();
  const signed = [await sign(visitor), await sign(visitor)];
  for (const one of signed) expect(await send(one)).toMatchObject({ status: 204 });
  expect(await rows()).toMatchObject({ owners: 1, uploads: 2 });
  for (const { fileKey } of signed) await finish(visitor, fileKey);
});

test('a forged cookie matches no guest, and is replaced', async () => {
  await open();
  const visitor = server.visitor();
  visitor.cookies.lightwell_guest = 'A'.repeat(43);
  const signed = await sign(visitor);
  expect(visitor.cookies.lightwell_guest).not.toBe('A'.repeat(43));
  expect(await send(signed)).toMatchObject({ status: 204 });
  await finish(visitor, signed.fileKey);
});

const secret = { STORAGE_SECRET: 'the signing secret of this test, long enough' };

/**
 * Returns uploads that an earlier process, which has ended, signed for several visitors of one IP
 * address.
 */
async function signedBefore(visitors: number, each: number): Promise<Signed[]> {
  const before = await startTestServer({ env: secret });
  const signed: Signed[] = [];
  for (let n = 0; n < visitors; n += 1) {
    const visitor = createVisitor(before, '10.0.0.1');
    for (let m = 0; m < each; m += 1) signed.push(await sign(visitor));
  }
  await before.stop();
  return signed;
}

test('accepts photos signed by an ended server process, up to the limits', async () => {
  const [a, b, c] = (await signedBefore(1, 3)) as [Signed, Signed, Signed];
  await open({ ...secret, UNUSED_UPLOADS_PER_VISITOR: '2' });
  expect(await send(a)).toMatchObject({ status: 204 });
  expect(await send(b)).toMatchObject({ status: 204 });
  expect(await send(a)).toEqual({ status: 409, code: 'UploadAlreadyUsed' });
  expect(await send(c)).toEqual({ status: 429, code: 'TooManyUploads' });
  expect(await rows()).toEqual({ owners: 1, guests: 1, purses: 1, uploads: 2 });
  expect(readdirSync(join(server.directory, 'files', 'uploads'))).toHaveLength(2);
});

test('refuses a photo on arrival when its address has too many guests', async () => {
  const [a, b] = (await signedBefore(2, 1)) as [Signed, Signed];
  await open({ ...secret, NEW_GUESTS_PER_ADDRESS: '1' });
  expect(await send(a)).toMatchObject({ status: 204 });
  expect(await send(b)).toEqual({ status: 429, code: 'TooManyGuests' });
  expect(await rows()).toEqual({ owners: 1, guests: 1, purses: 1, uploads: 1 });
});

test('a guest whose rows were purged returns as the same guest with the full allowance', async () => {
  await open({ NEW_GUESTS_PER_ADDRESS: '2', RETENTION_DAYS: '7' });
  const visitor = server.visitor();
  await finish(visitor, await visitor.upload(await photo()));
  const [before] = await server.database.db.select().from(owners);
  expect(await usedOf(visitor)).toBe(4);
  const cookie = visitor.cookies.lightwell_guest;
  for (let n = 0; n < 3; n += 1) {
    server.clock.advance(32 * day);
    await server.sweep();
  }
  expect(await rows()).toEqual({ owners: 0, guests: 0, purses: 0, uploads: 0 });

  expect(await usedOf(visitor)).toBe(0);
  const list = await visitor.call('GET', '/v1/ai-function-record');
  expect([list.success, list.obj]).toMatchObject(['1', { records: [] }]);
  await finish(visitor, await visitor.upload(await photo()));
  expect(visitor.cookies.lightwell_guest).toBe(cookie);
  expect((await server.database.db.select().from(owners))[0]?.id).toBe(before?.id);
  expect(await usedOf(visitor)).toBe(4);
});

test('a returning guest counts as a new guest of the address', async () => {
  await open({ NEW_GUESTS_PER_ADDRESS: '1' });
  const visitor = server.visitor();
  await visitor.upload(await photo());
  for (let n = 0; n < 2; n += 1) {
    server.clock.advance(32 * day);
    await server.sweep();
  }
  const other = await server.app.inject({ url: signature, remoteAddress: '10.0.0.1' });
  expect(other.json().success).toBe('1');
  expect((await visitor.call('GET', signature)).success).toBe('too_many_guests');
});
