import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { uploadSignature } from '../../contract/ai-function.ts';
import { aiRecord } from '../../contract/records.ts';
import { postFile } from '../platform/storage/storage-contract.fixture.ts';
import { reaches, recordsPath } from '../tasks/records.fixture.ts';
import { s3Settings } from '../testing/s3.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { photo, type Visitor } from '../testing/visitor.fixture.ts';
import { uploads } from './uploads.schema.ts';

const server = sharedTestServer({ env: s3Settings() });

const rows = () => server.database.db.select().from(uploads);

const sign = async (visitor: Visitor): Promise<z.infer<typeof uploadSignature>> =>
  uploadSignature.parse((await visitor.call('GET', '/v1/file/notAuthSignature/png')).obj);

/** Uploads a photo as a browser does: directly to the bucket. */
async function send(visitor: Visitor, bytes: Buffer) {
  const signed = await sign(visitor);
  expect(await postFile({ ...signed, expiresAt: new Date() }, bytes)).toMatchObject({
    status: 204,
  });
  return signed;
}

const sizeAt = async (url: string | undefined) =>
  (await (await fetch(url ?? '')).arrayBuffer()).byteLength;

test('a new guest uploads to the bucket, starts a task, and gets the files from the bucket', async () => {
  const visitor = server.visitor();
  const bytes = await photo();
  const { fileKey } = await send(visitor, bytes);
  expect(await rows()).toEqual([]);
  const { id } = aiRecord.parse((await visitor.start(fileKey)).obj);
  const { original, result } = await reaches(visitor, id, 2);
  expect(await sizeAt(original?.url)).toBe(bytes.length);
  expect(await sizeAt(result?.url)).toBe(result?.bytes);
  expect((await fetch(result?.downloadUrl ?? '')).headers.get('content-disposition')).toContain(
    'attachment; filename=',
  );
  await visitor.call('DELETE', `${recordsPath}/${id}`);
  await server.sweep();
  expect((await fetch(original?.url ?? '')).status).toBe(404);
  expect((await fetch(result?.url ?? '')).status).toBe(404);
});

describe('an upload to the bucket', () => {
  test('cannot be used by another visitor', async () => {
    const { fileKey } = await send(server.visitor(), await photo());
    const other = server.visitor();
    await send(other, await photo());
    expect((await other.start(fileKey)).success).toBe('upload_not_found');
  });

  test('that never arrived is not found', async () => {
    const visitor = server.visitor();
    const { fileKey } = await sign(visitor);
    expect((await visitor.start(fileKey)).success).toBe('upload_not_found');
  });

  test('that is named twice at the same time is taken once', async () => {
    const visitor = server.visitor();
    const { fileKey } = await send(visitor, await photo());
    const idempotencyKey = 'the-same-key-for-both-starts';
    const answers = await Promise.all([
      visitor.start(fileKey, { idempotencyKey }),
      visitor.start(fileKey, { idempotencyKey }),
    ]);
    expect(answers.map(({ success }) => success)).toEqual(['1', '1']);
    const ids = answers.map(({ obj }) => aiRecord.parse(obj).id);
    expect(new Set(ids).size).toBe(1);
  });

  test('that cannot be read is removed, and its signature does not bring it back', async () => {
    const visitor = server.visitor();
    const { fileKey } = await send(visitor, Buffer.from('no picture'));
    expect((await visitor.start(fileKey)).status).toBeGreaterThanOrEqual(400);
    expect((await rows()).filter(({ key }) => key === fileKey)).toEqual([]);
    expect((await visitor.start(fileKey)).success).toBe('upload_not_found');
  });

  test('counts towards the limit of its owner when it is named', async () => {
    const visitor = server.visitor();
    const { db } = server.database;
    const { fileKey } = await send(visitor, await photo());
    const { id } = aiRecord.parse((await visitor.start(fileKey)).obj);
    await reaches(visitor, id, 2);
    const [row] = (await rows()).filter(({ key }) => key === fileKey);
    if (!row) throw new Error('Expected a row.');
    const others = Array.from({ length: 20 }, (_, n) => ({
      key: `uploads/filler-${n}.png`,
      ownerId: row.ownerId,
      state: 'stored' as const,
      createdAt: server.clock.now(),
    }));
    const next = await send(visitor, await photo());
    await db.insert(uploads).values(others);
    expect((await visitor.start(next.fileKey)).success).toBe('rate_limited');
  });
});
