import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openBuild, openOtherBuilds } from '../platform/process/process-build.ts';
import { shareBuild, makeBuild as storeBuild } from '../platform/process/stored-builds.ts';
import { productionEnv } from '../testing/production-env.fixture.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';

/* Tests a server of the newest build, with pages that were opened from earlier builds. */

let folder: string;
let server: TestServer;
let others: string[];

async function write(build: string, files: Record<string, string>) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, build, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

const marker = (id: string) =>
  JSON.stringify({ id, builtAt: '2030-01-01T00:00:00.000Z', messages: `words-${id}` });

const long = (name: string) => name.padEnd(2000, ' ');

async function makeBuild(id: string) {
  await write(id, {
    'build.json': marker(id),
    'assets/shared-1.js': `"shared"`,
    [`assets/home-${id}.js`]: long(id),
    [`assets/table-${id}.json`]: `"${id}"`,
    '_i18n/de/messages.json': `"words of ${id}"`,
    '_i18n/de/pages/terms.json': `"terms of ${id}"`,
    'samples/coffee.png': id,
    [`samples/only-${id}.png`]: id,
    'pages/en/home.html': `<!doctype html><html lang="en"><title>${id}</title>`,
  });
  const pages = [
    {
      pattern: '/',
      name: 'home',
      file: 'pages/en/home.html',
      locale: 'en',
      description: null,
      shortcut: null,
      isListed: false,
    },
  ];
  await write(id, { 'pages.json': JSON.stringify({ pages }) });
  await writeFile(join(folder, id, `assets/home-${id}.js.gz`), gzipSync(long(id)));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lightwell-earlier-'));
  for (const id of ['one', 'two', 'three']) await makeBuild(id);
  others = [join(folder, 'two'), join(folder, 'one')];
  server = await startTestServer({
    clientDir: join(folder, 'three'),
    otherBuilds: () => others,
    env: productionEnv,
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const ask = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { accept: 'text/html', ...headers } });

test.each(['one', 'two', 'three'])(
  'a page of build %s keeps loading its own files (R63)',
  async (id) => {
    const code = await ask(`/assets/home-${id}.js`);
    expect([code.statusCode, code.body.trim()]).toEqual([200, id]);
    expect(code.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const small = await ask(`/assets/home-${id}.js`, { 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBe('gzip');
    expect((await ask(`/assets/table-${id}.json`)).json()).toBe(id);
    const words = await ask(`/_i18n/de/messages.json?v=words-${id}`);
    expect([words.json(), words.headers['cache-control']]).toEqual([
      `words of ${id}`,
      'public, max-age=86400',
    ]);
    expect((await ask(`/_i18n/de/pages/terms.json?v=words-${id}`)).json()).toBe(`terms of ${id}`);
    expect((await ask(`/samples/only-${id}.png`)).statusCode).toBe(200);
  },
);

test('a path that several builds share is served from the newest', async () => {
  expect((await ask('/samples/coffee.png')).body).toBe('three');
  expect((await ask('/')).body).toContain('three');
  expect((await ask('/_i18n/de/messages.json')).json()).toBe('words of three');
});

test('texts of a removed build are not cached as its own', async () => {
  const answer = await ask('/_i18n/de/messages.json?v=words-zero');
  expect([answer.json(), answer.headers['cache-control']]).toEqual(['words of three', 'no-store']);
});

test('the newest build and its predecessors are listed, and never cached', async () => {
  const latest = await ask('/_build/latest.json');
  expect([latest.json(), latest.headers['cache-control']]).toEqual([{ id: 'three' }, 'no-store']);
  expect(latest.headers['content-type']).toContain('application/json');
  for (const id of ['one', 'two', 'three']) {
    const answer = await ask(`/_build/${id}.json`);
    expect([answer.json(), answer.headers['cache-control']]).toEqual([
      JSON.parse(marker(id)),
      'no-store',
    ]);
  }
});

test.each(['/_build/zero.json', '/_build/', '/build.json', '/assets/home-zero.js', '/pages.json'])(
  '%s is not found',
  async (url) => {
    const answer = await ask(url);
    expect(answer.statusCode === 301 ? 404 : answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toMatch(/^no-(store|cache)$/);
  },
);

test('serves the files of a build that another process adds later (R63)', async () => {
  expect((await ask('/assets/home-four.js')).statusCode).toBe(404);
  await makeBuild('four');
  others = [join(folder, 'four'), ...others];
  const words = await ask('/_i18n/de/messages.json?v=words-four');
  expect([words.json(), words.headers['cache-control']]).toEqual([
    'words of four',
    'public, max-age=86400',
  ]);
  expect((await ask('/assets/home-four.js')).body.trim()).toBe('four');
  expect((await ask('/_build/four.json')).json()).toEqual(JSON.parse(marker('four')));
  expect((await ask('/_build/latest.json')).json()).toEqual({ id: 'three' });
  expect((await ask('/')).body).toContain('three');
});

/** Starts a server from an image that contains one build, as `server/main.ts` does. */
async function startImage(id: string, shared: string): Promise<TestServer> {
  const dist = join(folder, `image-${id}`);
  const kind = 'production';
  await storeBuild({ dist, kind, fingerprint: () => id }, (draft) =>
    cp(join(folder, id), join(draft, 'client'), { recursive: true }),
  );
  await shareBuild(dist, shared, kind);
  const clientDir = openBuild(dist, kind);
  const otherBuilds = openOtherBuilds(shared, { kind, ownDir: clientDir });
  const started = await startTestServer({ clientDir, otherBuilds, env: productionEnv });
  onTestFinished(() => started.stop());
  return started;
}

test('during a rolling deployment, each server serves the pages of both builds (R63)', async () => {
  const shared = join(folder, 'shared');
  const old = await startImage('one', shared);
  const next = await startImage('two', shared);
  for (const { app } of [old, next]) {
    const bodies = ['one', 'two'].map(async (id) => {
      const code = await app.inject({ url: `/assets/home-${id}.js` });
      const words = await app.inject({ url: `/_i18n/de/messages.json?v=words-${id}` });
      return [code.body.trim(), words.json()];
    });
    expect(await Promise.all(bodies)).toEqual([
      ['one', 'words of one'],
      ['two', 'words of two'],
    ]);
  }
  expect((await old.app.inject({ url: '/' })).body).toContain('one');
});
