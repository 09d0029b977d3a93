import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalPath } from '../platform/http/languages.ts';
import { readTarget } from '../platform/http/request-target.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';

/*
 * Targets are written to the socket byte by byte, because client libraries and `inject` would
 * normalise them.
 */

const clientDir = join(tmpdir(), `lightwell-redirects-${process.pid}`);
let server: TestServer;
let port: number;

beforeAll(async () => {
  await mkdir(join(clientDir, 'pages'), { recursive: true });
  const page = (pattern: string | null, name: string) => {
    return {
      pattern,
      locale: 'en',
      name,
      file: 'pages/any.html',
      description: null,
      shortcut: null,
      isListed: false,
    };
  };
  const pages = [page('/', 'home'), page('/record', 'record'), page(null, 'not-found')];
  await writeFile(join(clientDir, 'pages.json'), JSON.stringify({ pages }));
  await writeFile(join(clientDir, 'pages', 'any.html'), '<!doctype html><title>A page</title>');
  server = await startTestServer({ clientDir });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await server.stop();
  await rm(clientDir, { recursive: true });
});

/**
 * Returns status and location of the answer to one target, or null if the server closes without an
 * answer.
 */
async function ask(target: string): Promise<{ status: number; location: string | null } | null> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `GET ${target} HTTP/1.1\r\nHost: lightwell.example\r\nAccept-Language: de\r\nConnection: close\r\n\r\n`,
    'latin1',
  );
  const head = (await text(socket)).split('\r\n\r\n')[0] ?? '';
  const status = /^HTTP\/1\.1 (\d+)/.exec(head)?.[1];
  if (status === undefined) return null;
  return { status: Number(status), location: /^location: (.*)$/im.exec(head)?.[1] ?? null };
}

const own = 'https://lightwell.example';

/** Returns the origin to which `location` leads from a page of this server. */
function originOf(location: string): string {
  return URL.canParse(location, own) ? new URL(location, own).origin : `no address: ${location}`;
}

/** Returns the answers to the targets, and the origins of their redirects. */
async function follow(targets: readonly string[]) {
  const answers = [];
  for (let start = 0; start < targets.length; start += 25) {
    const some = targets.slice(start, start + 25);
    answers.push(
      ...(await Promise.all(
        some.map(async (target) => {
          const answer = await ask(target);
          const location = answer?.location ?? null;
          return { target, status: answer?.status, location };
        }),
      )),
    );
  }
  return answers;
}

const strays = (answers: Awaited<ReturnType<typeof follow>>) =>
  answers.filter(({ location }) => location !== null && originOf(location) !== own);

test.each([
  '/\\evil.example',
  '/\\/evil.example',
  '\\\\evil.example',
  '//evil.example',
  '///evil.example/',
  '//evil.example/%2e%2e',
  '/\\evil.example/',
  '/en/\\evil.example',
  '/en\\\\evil.example/',
  '/en//evil.example',
  '/de//evil.example/',
  '/de/\\evil.example/',
  '/%5Cevil.example/',
  '/%5C%5Cevil.example/',
  '/%2Fevil.example/',
  '/%252Fevil.example/',
  '/%255Cevil.example/',
  '/%09/evil.example/',
  '/\t/evil.example/',
  '/\t\\evil.example/',
  '/%0A//evil.example/',
  '/.//evil.example/',
  '/..//evil.example/',
  '/./\\evil.example/',
  '//evil.example./',
  '//user@evil.example/',
  '//evil.example:443/',
  '/;/evil.example/',
  '/?/../\\evil.example',
  '/?//evil.example',
  '/#//evil.example/',
  'http://evil.example/',
  'http://evil.example//evil.example/',
  'http://evil.example/\\evil.example/',
  'http://evil.example/en/',
  'https://evil.example/index.html',
  'http:/\\evil.example/',
  'javascript://evil.example/',
  '/docs//evil.example',
  '//docs',
  '/index.html/\\evil.example',
])('%j never leads to another site', async (target) => {
  expect(strays(await follow([target]))).toEqual([]);
});

test('redirects other spellings to the canonical address', async () => {
  const answers = await follow([
    '/\\record',
    '//record/',
    '/en\\record',
    'http://evil.example/en/record?a=1',
    'http://evil.example?a=1',
  ]);
  expect(answers.map(({ status, location }) => [status, location])).toEqual([
    [301, '/record'],
    [301, '/record'],
    [301, '/record'],
    [301, '/record?a=1'],
    [302, '/de?a=1'],
  ]);
});

const parts = [
  ...['/', '/', '/', '\\', '//', '.', '..', '@', ':', ';', '?', '#', '\t', '\x0b', '\xa0', '&'],
  ...['%5C', '%2F', '%2f', '%09', '%0a', '%0D', '%00', '%20', '%2e', '%25', '%255C', '%252F'],
  ...['en', 'de', 'record', 'index.html', 'docs', 'evil.example', 'evil.example.', '[::1]'],
  ...['http:', 'https:', 'javascript:', 'http://evil.example'],
];

/** Returns pseudo-random targets in a fixed order (mulberry32). Most of them begin with a slash. */
function spellings(count: number, seed: number): string[] {
  let state = seed;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  return Array.from({ length: count }, () => {
    const length = 1 + below(6);
    const tail = Array.from({ length }, () => parts[below(parts.length)]).join('');
    return `${['/', '/', '/en/', '//', ''][below(5)]}${tail}${below(2) ? '/' : ''}`;
  });
}

test('no spelling of a target leads to another site', async () => {
  const answers = await follow(spellings(1500, 7));
  expect(strays(answers)).toEqual([]);
  expect(answers.filter(({ status }) => status !== undefined && status >= 500)).toEqual([]);
  expect(answers.filter(({ location }) => location !== null).length).toBeGreaterThan(200);
});

test('no spelling has a canonical path on another site, even past the HTTP parser', () => {
  const paths = [...spellings(20_000, 11), '/\n/evil.example/', '/\r\\evil.example/', '/ //e/'];
  const canonical = paths.flatMap((path) => canonicalPath(readTarget(path).path) ?? []);
  expect(canonical.filter((path) => originOf(path) !== own)).toEqual([]);
  expect(canonical.filter((path) => canonicalPath(path) !== null)).toEqual([]);
});

test('handles a long run of slashes in linear time', () => {
  // An algorithm with quadratic time would take an hour.
  const slashes = '/'.repeat(3_000_000);
  expect(canonicalPath(`/${slashes}x${slashes}x`)).toMatch(/^\/x/);
});
