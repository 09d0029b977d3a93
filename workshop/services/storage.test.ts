import { once } from 'node:events';
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { uploadSignature } from '../../contract/ai-function.ts';
import { listen, sharedTestServer } from '../../server/testing/shared-test-server.fixture.ts';
import { multipart, photo, type Visitor } from '../../server/testing/visitor.fixture.ts';
import { eventually } from '../../tools/testing/eventually.ts';

const secret = 'the signing secret of this test, long enough';
const server = sharedTestServer({ env: { STORAGE_SECRET: secret } });
let port = 0;
let bytes: Buffer;

beforeAll(async () => {
  // The SDK and the broken connections need a real socket.
  port = await listen(server);
  bytes = await photo();
});

const filesIn = (folder: string) => {
  const path = join(server.directory, folder);
  return existsSync(path) ? readdirSync(path) : [];
};

type UploadSignature = z.infer<typeof uploadSignature>;

const sign = async (visitor: Visitor): Promise<UploadSignature> =>
  uploadSignature.parse((await visitor.call('GET', '/v1/file/notAuthSignature/png')).obj);

async function post(signed: UploadSignature, file: Buffer, change: Record<string, string> = {}) {
  const response = await server.app.inject({
    method: 'POST',
    url: signed.url,
    ...multipart({ ...signed.fields, ...change }, file),
  });
  const code = /<Code>(\w+)<\/Code>/.exec(response.body)?.[1];
  return { status: response.statusCode, code, type: response.headers['content-type'] };
}

const sdk = () =>
  new S3Client({
    endpoint: `http://127.0.0.1:${port}/storage`,
    region: 'local',
    forcePathStyle: true,
    credentials: { accessKeyId: 'lightwell', secretAccessKey: secret },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });

const claimField = 'x-amz-meta-claim';

/** The SDK's signature for the same key and visitor, for at most 100 000 bytes. */
const signBySdk = ({ fileKey, fields }: UploadSignature) =>
  createPresignedPost(sdk(), {
    Bucket: 'lightwell',
    Key: fileKey,
    Fields: { [claimField]: fields[claimField] ?? '' },
    Conditions: [['content-length-range', 1, 100_000]],
  });

test("accepts the SDK's presigned POST and returns the bytes for its presigned GET", async () => {
  const signed = await sign(server.visitor());
  const { fileKey } = signed;
  const { url, fields } = await signBySdk(signed);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]));
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204);

  const command = new GetObjectCommand({ Bucket: 'lightwell', Key: fileKey });
  const response = await fetch(await getSignedUrl(sdk(), command));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
});

test('accepts a signature once (R42)', async () => {
  const signed = await sign(server.visitor());
  expect(await post(signed, bytes)).toMatchObject({ status: 204 });
  expect(await post(signed, bytes)).toMatchObject({
    status: 409,
    code: 'UploadAlreadyUsed',
    type: 'application/xml',
  });
});

test('accepts no further upload for a photo that was refused and removed', async () => {
  const visitor = server.visitor();
  const signed = await sign(visitor);
  expect(await post(signed, await photo(8, 8))).toMatchObject({ status: 204 });
  expect((await visitor.start(signed.fileKey)).success).toBe('image_too_small');
  expect(await post(signed, bytes)).toMatchObject({ status: 409, code: 'UploadAlreadyUsed' });
});

test('refuses a tampered form and leaves nothing behind', async () => {
  const signed = await sign(server.visitor());
  const before = filesIn('files/uploads');
  expect(await post(signed, bytes, { key: 'uploads/other.png' })).toMatchObject({
    status: 403,
    code: 'AccessDenied',
  });
  expect(await post(signed, bytes, { 'X-Amz-Signature': '0'.repeat(64) })).toMatchObject({
    status: 403,
    code: 'SignatureDoesNotMatch',
  });
  expect(filesIn('files/uploads')).toEqual(before);
  expect(filesIn(`work/${server.processId}`)).toEqual([]);
  expect(await post(signed, bytes)).toMatchObject({ status: 204 });
});

test('sends refusals that load nothing and cannot be framed', async () => {
  const url = '/storage/lightwell/uploads/none.png';
  const { statusCode, headers } = await server.app.inject({ method: 'GET', url });
  expect(statusCode).toBe(403);
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('refuses an expired signature', async () => {
  const signed = await sign(server.visitor());
  server.clock.advance(601_000);
  expect(await post(signed, bytes)).toMatchObject({ status: 403, code: 'AccessDenied' });
});

test('refuses a file that is too large, reads it to its end and stores nothing', async () => {
  const signed = await sign(server.visitor());
  const before = filesIn('files/uploads');
  const answer = await post(signed, Buffer.alloc(signed.maxBytes + 1));
  expect(answer).toMatchObject({ status: 400, code: 'EntityTooLarge' });
  expect(filesIn('files/uploads')).toEqual(before);
  expect(filesIn(`work/${server.processId}`)).toEqual([]);
  // The signature is still unused, because nothing was stored.
  expect(await post(signed, bytes)).toMatchObject({ status: 204 });
});

/** Posts a file through a socket, with a signature for at most 100 000 bytes. */
async function postBySocket(signed: UploadSignature, file: Buffer) {
  const { url, fields } = await signBySdk(signed);
  const { payload, headers } = multipart(fields, file);
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: new Uint8Array(payload),
  });
  const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
  return { status: response.status, code };
}

test.each([500_000, 10_000_000])(
  'answers a sender who is %i bytes beyond the limit',
  async (beyond) => {
    const signed = await sign(server.visitor());
    const before = filesIn('files/uploads');
    const answer = await postBySocket(signed, Buffer.alloc(100_000 + beyond, 7));
    expect(answer).toEqual({ status: 400, code: 'EntityTooLarge' });
    expect(filesIn('files/uploads')).toEqual(before);
    expect(filesIn(`work/${server.processId}`)).toEqual([]);
    expect(await postBySocket(signed, bytes)).toEqual({ status: 204, code: undefined });
  },
);

test('answers a sender whose file cannot be written', async () => {
  const signed = await sign(server.visitor());
  const work = join(server.directory, 'work', server.processId);
  renameSync(work, `${work}-away`);
  const answer = await postBySocket(signed, Buffer.alloc(2_000_000, 7));
  renameSync(`${work}-away`, work);
  expect(answer).toEqual({ status: 500, code: 'InternalError' });
  expect(await postBySocket(signed, bytes)).toEqual({ status: 204, code: undefined });
});

test('refuses an empty file, a form without a file and a body that is not a form', async () => {
  const signed = await sign(server.visitor());
  expect(await post(signed, Buffer.alloc(0))).toMatchObject({ code: 'EntityTooSmall' });
  const noFile = multipart({ a: 'b' }, bytes);
  const payload = noFile.payload.toString('latin1').replace('name="file"', 'name="other"');
  const answer = await server.app.inject({
    method: 'POST',
    url: signed.url,
    headers: noFile.headers,
    payload: Buffer.from(payload, 'latin1'),
  });
  expect(answer.body).toContain('<Code>InvalidArgument</Code>');
  const json = await server.app.inject({ method: 'POST', url: signed.url, payload: { a: 1 } });
  expect(json.body).toContain('<Code>MalformedPOSTRequest</Code>');
});

test('discards an interrupted upload; its signature still works', async () => {
  const signed = await sign(server.visitor());
  const { payload, headers } = multipart(signed.fields, Buffer.alloc(500_000, 7));
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST ${signed.url} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
      `Content-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
  );
  socket.write(payload.subarray(0, 300_000));
  await eventually(() => expect(filesIn(`work/${server.processId}`)).toHaveLength(1));
  socket.destroy();
  await eventually(() => expect(filesIn(`work/${server.processId}`)).toEqual([]));
  expect(existsSync(join(server.directory, 'files', signed.fileKey))).toBe(false);
  await eventually(async () => expect((await post(signed, bytes)).status).toBe(204));
});

test('answers only signed addresses, for files that exist', async () => {
  const { fileKey } = await sign(server.visitor());
  const bare = await server.app.inject(`/storage/lightwell/${fileKey}`);
  expect(bare.statusCode).toBe(403);
  expect(bare.body).toContain('<Code>AccessDenied</Code>');
  const command = new GetObjectCommand({ Bucket: 'lightwell', Key: fileKey });
  const missing = await fetch(await getSignedUrl(sdk(), command));
  expect(missing.status).toBe(404);
  const outside = new GetObjectCommand({ Bucket: 'lightwell', Key: '../signing-key' });
  expect((await fetch(await getSignedUrl(sdk(), outside))).status).not.toBe(200);
});

test('serves ranges, and refuses one outside of the file', async () => {
  const signed = await sign(server.visitor());
  await post(signed, bytes);
  const command = new GetObjectCommand({ Bucket: 'lightwell', Key: signed.fileKey });
  const url = await getSignedUrl(sdk(), command);
  const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20));
  const tail = await fetch(url, { headers: { range: 'bytes=-5' } });
  expect(Buffer.from(await tail.arrayBuffer())).toEqual(bytes.subarray(-5));
  expect((await fetch(url, { headers: { range: 'bytes=999999-' } })).status).toBe(416);
});
