import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productionEnv } from '../testing/production-env.fixture.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';

/* Tests headers and bodies of built files and pages as sent over HTTP. */

const script = Buffer.from('export const a = 1;\n'.repeat(200));
const messages = Buffer.from(JSON.stringify({ greeting: 'Grüß dich'.repeat(100) }));
const picture = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 251));
const page = '<!doctype html><html lang="en"><title>A page</title>'.padEnd(4000, 'words ');

let clientDir: string;
let server: TestServer;

async function write(path: string, content: Buffer | string) {
  const file = join(clientDir, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Writes a file and its compressed forms, as the build does. */
async function writeCompressed(path: string, content: Buffer) {
  await write(path, content);
  await write(`${path}.br`, brotliCompressSync(content));
  await write(`${path}.gz`, gzipSync(content));
}

beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'lightwell-files-'));
  await writeCompressed('assets/a-1234.js', script);
  await writeCompressed('_i18n/de/messages.json', messages);
  await write('samples/coffee.png', picture);
  await write('pages/en/home.html', page);
  await write('pages/en/not-found.html', page);
  const pages = [
    { pattern: '/', name: 'home', file: 'pages/en/home.html' },
    { pattern: null, name: 'not-found', file: 'pages/en/not-found.html' },
  ];
  const list = pages.map((entry) => ({
    ...entry,
    locale: 'en',
    description: null,
    shortcut: null,
    isListed: false,
  }));
  await write('pages.json', JSON.stringify({ pages: list }));
  server = await startTestServer({
    clientDir,
    env: productionEnv,
  });
});
afterAll(async () => {
  await server.stop();
  await rm(clientDir, { recursive: true });
});

const ask = (
  url: string,
  headers: Record<string, string> = {},
  method: InjectOptions['method'] = 'GET',
) => server.app.inject({ method, url, headers: { accept: 'text/html', ...headers } });

const kinds = [
  ['a script', '/assets/a-1234.js', script, 'public, max-age=31536000, immutable'],
  ['messages', '/_i18n/de/messages.json?v=1', messages, 'public, max-age=86400'],
  ['a picture', '/samples/coffee.png', picture, 'public, max-age=3600'],
  ['a page', '/', Buffer.from(page), 'no-cache'],
] as const;

const compressible = kinds.filter(([name]) => name !== 'a picture');

describe.each(kinds)('%s', (_name, url, body, cacheControl) => {
  test('is cached for its maximum time, and its type is not sniffed', async () => {
    const answer = await ask(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe(cacheControl);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.rawPayload.equals(body)).toBe(true);
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  test('answers 304 without a body to its entity tag, alone or among others', async () => {
    const { etag } = (await ask(url)).headers;
    for (const tags of [String(etag), `"other", ${etag}`, String(etag).replace('W/', ''), '*']) {
      const again = await ask(url, { 'if-none-match': tags });
      expect([tags, again.statusCode, again.body]).toEqual([tags, 304, '']);
      expect(again.headers.etag).toBe(etag);
      expect(again.headers['cache-control']).toBe(cacheControl);
    }
    expect((await ask(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const got = await ask(url, { 'accept-encoding': 'br' });
    const head = await ask(url, { 'accept-encoding': 'br' }, 'HEAD');
    expect(head.statusCode).toBe(200);
    expect(head.rawPayload).toHaveLength(0);
    const names = ['content-type', 'content-length', 'etag', 'cache-control', 'vary'];
    for (const name of names) expect([name, head.headers[name]]).toEqual([name, got.headers[name]]);
    expect(head.headers['content-length']).toBe(String(got.rawPayload.length));
  });

  test('varies by Accept-Encoding', async () => {
    expect(String((await ask(url)).headers.vary).toLowerCase()).toContain('accept-encoding');
  });
});

describe.each(compressible)('%s', (_name, url, body) => {
  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
  ])('is compressed for Accept-Encoding: %s', async (accepted, encoding) => {
    const answer = await ask(url, { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(encoding);
    const plain = encoding === 'br' ? brotliDecompressSync : gunzipSync;
    expect(plain(answer.rawPayload).equals(body)).toBe(true);
    expect(answer.headers['content-type']).toBe((await ask(url)).headers['content-type']);
  });

  test.each(['', 'identity', 'zstd', 'br;q=0, gzip;q=0'])(
    'is not compressed for Accept-Encoding: %s',
    async (accepted) => {
      const answer = await ask(url, { 'accept-encoding': accepted });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.rawPayload.equals(body)).toBe(true);
    },
  );

  test('answers 304 to the tag of its compressed form', async () => {
    const compressed = await ask(url, { 'accept-encoding': 'br' });
    const tag = String(compressed.headers.etag);
    const again = await ask(url, { 'accept-encoding': 'br', 'if-none-match': tag });
    expect(again.statusCode).toBe(304);
  });
});

test('a picture is never compressed again', async () => {
  const answer = await ask('/samples/coffee.png', { 'accept-encoding': 'gzip, br' });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.rawPayload.equals(picture)).toBe(true);
});

test('serves a range of a file', async () => {
  const answer = await ask('/samples/coffee.png', { range: 'bytes=100-199' });
  expect(answer.statusCode).toBe(206);
  expect(answer.headers['content-range']).toBe('bytes 100-199/4096');
  expect(answer.rawPayload.equals(picture.subarray(100, 200))).toBe(true);
  const beyond = await ask('/samples/coffee.png', { range: 'bytes=9999-' });
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */4096']);
});

test.each([
  ['/assets/a-1234.js', 'application/javascript; charset=utf-8'],
  ['/_i18n/de/messages.json', 'application/json; charset=utf-8'],
  ['/samples/coffee.png', 'image/png'],
  ['/', 'text/html; charset=utf-8'],
])('%s is %s', async (url, type) => {
  expect((await ask(url)).headers['content-type']).toBe(type);
});

test.each([
  '/pages.json',
  '/pages/en/home.html',
  '/assets/a-1234.js.br',
  '/assets/a-1234.js.gz',
  '/assets/../pages.json',
  '/assets/%2e%2e/pages.json',
  '/assets/..%2fpages.json',
  '/assets',
  '/assets/',
  '/build.json',
])('%s is not served, and that answer is not cached', async (url) => {
  const answer = await ask(url);
  expect([301, 404]).toContain(answer.statusCode);
  expect(answer.headers['cache-control']).toMatch(/^no-(cache|store)$/);
});

test.each([
  '/assets/nope.js',
  '/assets/home-OLD.css',
  '/_i18n/de/nope.json',
  '/_build/latest.json',
])('a missing file of a build is never a page, even for a browser: %s', async (url) => {
  const answer = await ask(url);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
  expect(answer.headers['content-type']).toContain('application/json');
  expect(answer.json().success).toBe('not_found');
});
