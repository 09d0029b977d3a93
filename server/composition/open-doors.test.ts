import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { withinDeadline } from '../platform/http/body-deadline.ts';
import {
  openSocket,
  rawRequest,
  readAnswer,
  sendRaw,
} from '../platform/http/raw-socket.fixture.ts';
import { createDiskStorage } from '../platform/storage/disk/disk-storage.ts';
import { boundaryOf } from '../platform/storage/disk/multipart.ts';
import { receiveForm } from '../platform/storage/disk/receive-form.ts';
import { readSigningSecret } from '../platform/storage/signing-secret.ts';
import { StorageError } from '../platform/storage/storage-error.ts';
import { startTestServer } from '../testing/server.fixture.ts';
import { listen, sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';

/* Tests attacks by raw sockets, with bytes that browsers and client libraries never send. */

const server = sharedTestServer();
let port = 0;

beforeAll(async () => {
  port = await listen(server);
});

const storage = 'POST /storage/lightwell';

const postForm = (type: string, body: string | Buffer) =>
  sendRaw(
    port,
    rawRequest(storage, { 'Content-Type': type, 'Content-Length': String(body.length) }, body),
  );

const codeOf = (body: string | undefined) => /<Code>(\w+)<\/Code>/.exec(body ?? '')?.[1];

const part = (headers: string, body = 'x') => `--b\r\n${headers}\r\n\r\n${body}\r\n--b--\r\n`;
const disposition = 'Content-Disposition: form-data';

describe('a malformed form is answered, and the server survives', () => {
  test.each([
    ['a part without a name', part(disposition), 'A part of the form has no name.'],
    [
      'a file without a name',
      part(`${disposition}; filename="a.png"`),
      'A part of the form has no name.',
    ],
    ['an empty name', part(`${disposition}; name=""`), 'A part of the form has no name.'],
    [
      'a name without its end',
      part(`${disposition}; name="file`),
      'A part of the form has no name.',
    ],
    [
      'a part without a disposition',
      part('Content-Type: text/plain'),
      'A part of the form has no name.',
    ],
    ['a part without headers', '--b\r\n\r\nx\r\n--b--\r\n', 'A part of the form has no name.'],
    ['no part at all', '--b--\r\n', 'The form has no file.'],
    ['no end', `--b\r\n${disposition}; name="a"\r\n\r\nx`, 'The end of the form is missing.'],
    [
      'text after the boundary',
      `--b text\r\n${disposition}; name="a"\r\n\r\nx\r\n--b--\r\n`,
      'A boundary is followed by text.',
    ],
    ['a header without an end', `--b\r\n${'x'.repeat(100_000)}`, 'A line of the form is too long.'],
    [
      'too many headers',
      part(`${'X-A: b\r\n'.repeat(50)}${disposition}; name="a"`),
      'A part of the form has too many headers.',
    ],
    [
      'an unknown charset',
      part(`${disposition}; name*=klingon''a`),
      'A part of the form has no name.',
    ],
    [
      'a field of 30 kB',
      part(`${disposition}; name="a"`, 'x'.repeat(30_000)),
      'A field of the form is too large.',
    ],
    [
      'too many fields',
      `${`--b\r\n${disposition}; name="a"\r\n\r\nx\r\n`.repeat(50)}--b--\r\n`,
      'The form has too many fields.',
    ],
    ['nothing', '', 'The end of the form is missing.'],
  ])('%s', async (_what, body, message) => {
    const answer = await postForm('multipart/form-data; boundary=b', body);
    expect(answer?.status).toBe(400);
    expect(answer?.body).toContain(`<Message>${message}</Message>`);
    expect(answer?.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect((await server.app.inject('/v1/user')).statusCode).toBe(200);
  });

  test.each([
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary=" "',
    'multipart/form-data; boundary',
    'multipart/form-data; boundary="b',
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
    'multipart/form-data; boundary=b;boundary=',
    'multipart/form-data; charset=klingon',
    'multipart/form-data',
    'multipart/mixed; boundary=b',
    'multipart/form-data, text/plain; boundary=b',
    'multipart/form-data; =b',
    ';',
    'a/b/c',
    '"',
  ])('of type %j', async (type) => {
    const answer = await postForm(type, part(`${disposition}; name="a"`));
    expect(answer?.status).toBe(400);
    expect(codeOf(answer?.body)).toMatch(/^(MalformedPOSTRequest|InvalidArgument)$/);
  });

  test('without a type', async () => {
    const answer = await sendRaw(port, rawRequest(storage, { 'Content-Length': '1' }, 'x'));
    expect([answer?.status, codeOf(answer?.body)]).toEqual([400, 'MalformedPOSTRequest']);
  });
});

test('a type with very many spaces is read in linear time', () => {
  // In quadratic time this would exceed the time limit of the test.
  const spaces = ' '.repeat(500_000);
  expect(() => boundaryOf(`multipart/form-data${spaces};${spaces}!`)).toThrow(StorageError);
});

test('accepts a form whose boundary arrives byte by byte', async () => {
  const visitor = server.visitor();
  const { obj } = await visitor.call('GET', '/v1/file/notAuthSignature/png');
  const { fields } = obj as { fields: Record<string, string> };
  const fieldParts = Object.entries(fields).map(
    ([name, value]) => `--b\r\n${disposition}; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const tricky = Buffer.concat([await photo(), Buffer.from('\r\n--\r\n-b\r\n--')]);
  const body = Buffer.concat([
    Buffer.from(`${fieldParts.join('')}--b\r\n${disposition}; name="file"; filename="a"\r\n\r\n`),
    tricky,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const chunks = [...body].map((byte) => Buffer.from([0x31, 13, 10, byte, 13, 10]));
  const answer = await sendRaw(
    port,
    Buffer.concat([
      rawRequest(storage, {
        'Content-Type': 'multipart/form-data; boundary="b"',
        'Transfer-Encoding': 'chunked',
      }),
      ...chunks,
      Buffer.from('0\r\n\r\n'),
    ]),
  );
  expect(answer?.status).toBe(204);
});

describe('a body that arrives too slowly or never ends', () => {
  /**
   * Starts a server with only the form reader, which requires 100 bytes a second after the first
   * 100 ms.
   */
  async function receive(
    send: (write: (text: string) => void) => Promise<void> | void,
    length = 'Content-Length: 5000',
  ) {
    const failed = Promise.withResolvers<unknown>();
    const bare = createServer((request, response) => {
      const limits = { maxBytes: 10_000, pace: { startMs: 100, bytesPerSecond: 100 } };
      receiveForm(request, limits, async (_fields, file) => {
        for await (const _chunk of file);
      })
        .then(() => failed.resolve(null), failed.resolve)
        .finally(() => response.end());
    });
    bare.listen(0, '127.0.0.1');
    await once(bare, 'listening');
    const socket = await openSocket((bare.address() as AddressInfo).port);
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\n${length}\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n`,
    );
    await send((text) => socket.write(text));
    const error = await failed.promise;
    socket.destroy();
    bare.close();
    return error;
  }

  test('is refused when nothing arrives', async () => {
    expect(await receive(() => {})).toMatchObject({ code: 'RequestTimeout' });
  });

  test('is refused beyond the size limit of a form, also without a length', async () => {
    const chunk = `1000\r\n${'x'.repeat(0x1000)}\r\n`;
    const error = await receive((write) => write(chunk.repeat(5)), 'Transfer-Encoding: chunked');
    expect(error).toMatchObject({ code: 'EntityTooLarge' });
  });

  test('may take longer if it has more bytes', async () => {
    const refused: string[] = [];
    const long = receive((write) => write('x'.repeat(150))).then((error) => {
      refused.push('of 150 bytes');
      return error;
    });
    await receive(() => {});
    refused.push('empty');
    expect(await long).toMatchObject({ code: 'RequestTimeout' });
    expect(refused).toEqual(['empty', 'of 150 bytes']);
  });
});

test.each([
  ['bytes that are not HTTP', 'HELLO\r\n\r\n', 400],
  [
    'two lengths',
    'POST /v1/user HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
  ],
  [
    'a length and chunks',
    'POST /v1/user HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
  ],
  ['a header of 100 kB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
  ['no host', 'GET /v1/user HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two hosts', 'GET /v1/user HTTP/1.1\r\nHost: a\r\nHOST: b\r\nConnection: close\r\n\r\n', 400],
  [
    'an unknown expectation',
    'GET /v1/user HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
    200,
  ],
  [
    'a chunk without a size',
    'POST /v1/event/track/log HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    400,
  ],
])('answers %s with the security headers', async (_what, bytes, status) => {
  const answer = await sendRaw(port, bytes);
  expect(answer?.status).toBe(status);
  expect(answer?.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  const { success, msg } = JSON.parse(answer?.body ?? '');
  expect([success, msg !== '']).toEqual(status === 200 ? ['1', false] : ['invalid_request', true]);
});

test('headers have 15 seconds, whole requests as long as the largest upload may take', () => {
  expect(server.app.server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 7_200_000 });
});

test('an abandoned body does not cause an uncaught error', async () => {
  const passed = withinDeadline(new PassThrough(), 10);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  passed.once('close', resolve);
  await closed;
  expect(passed.errored).toMatchObject({ code: 'body_timeout' });
});

test('answers a call whose body never arrives, and closes the connection', async () => {
  const answer = await sendRaw(
    port,
    'POST /v1/event/track/log HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name"',
  );
  expect([answer?.status, JSON.parse(answer?.body ?? '').success]).toEqual([408, 'body_timeout']);
  expect(answer?.headers.connection).toBe('close');
});

test('closes the connection of a call answered before its body arrived', async () => {
  const socket = await openSocket(port);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write('GET /v1/nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n');
  await once(socket, 'close');
  const answer = readAnswer(Buffer.concat(chunks).toString('latin1'));
  expect([answer?.status, answer?.headers.connection]).toEqual([404, 'close']);
});

test('the connection of an unread answer is closed after a time that depends on its size', async () => {
  const key = 'records/slow/result.png';
  const bytes = 40_000_000;
  const folder = join(server.directory, 'files', 'records', 'slow');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'result.png'), Buffer.alloc(bytes));
  const publicUrl = `http://127.0.0.1:${port}`;
  const options = {
    directory: server.directory,
    secret: readSigningSecret(server.directory),
    publicUrl,
    baseUrl: '',
  };
  const url = (await createDiskStorage(options)).signDownload(key, { now: new Date() });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const socket = await openSocket(port);
    socket.write(`GET ${url} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString('latin1')).toMatch(/^HTTP\/1.1 200/);
    socket.pause();
    let received = first.length;
    vi.advanceTimersByTime(120_000 + bytes / 16 + 1);
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    socket.resume();
    await once(socket, 'close');
    expect(received).toBeLessThan(bytes);
  } finally {
    vi.useRealTimers();
  }
});

test('an upload that does not arrive does not delay a stop', async () => {
  const other = await startTestServer();
  const socket = await openSocket(await listen(other));
  const arrived = once(other.app.server, 'request');
  const headers = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100';
  socket.write(`POST /storage/lightwell HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n--b`);
  await arrived;
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  const closed = once(socket, 'close');
  await other.stop();
  await closed;
  // The stop has closed the connection before the time limit of the upload.
  expect(Buffer.concat(received).toString()).not.toContain('RequestTimeout');
});
