import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runtimeConfig } from '../../contract/runtime-config.ts';
import { loadPages, type Pages } from '../pages/pages.ts';
import type { ApiServer } from './api-server.ts';
import { registerPageRoutes } from './pages.routes.ts';
import { setSecurityHeaders } from './security-headers.ts';

/* R3, written out: what the build lists, and where it is to be found. */
const prefixes = { en: '', de: '/de', es: '/es', fr: '/fr', it: '/it', ja: '/ja', pt: '/pt' };
const routes = {
  home: '',
  record: '/record',
  result: '/result/:id',
  terms: '/terms',
  'about-us': '/about-us',
  'contact-us': '/contact-us',
  unsubscribe: '/unsubscribe',
  'privacy-policy': '/privacy-policy',
  'user-agreement': '/user-agreement',
  'subscription-terms': '/subscription-terms',
  'manage-membership-plan': '/manage-membership-plan',
};
const inlineScript = 'document.documentElement.dataset.early = "1";';
const runtime = {
  runEnv: 'production' as const,
  apiBaseUrl: '',
  websiteId: 'lightwell',
  product: 'Tom & "Jerry"\'s </script><b>',
  company: 'Company $& Co',
  address: 'Street 1',
  email: 'help@example.com',
};

function html(locale: string, name: string): string {
  return (
    `<!doctype html><html lang="${locale}"><head><title>${name} %PRODUCT_NAME%</title>` +
    `<link rel="canonical" href="%PUBLIC_URL%/${name}"><style>a{color:red}</style>` +
    `<script>${inlineScript}</script><script type="module" src="/assets/a.js"></script></head>` +
    `<body><p>%COMPANY_NAME%, %COMPANY_ADDRESS%, %SUPPORT_EMAIL%, 100 %OFF%</p>` +
    `<script type="application/json" id="runtime-config">%RUNTIME_CONFIG%</script></body></html>`
  );
}

const pages = Object.entries(prefixes).flatMap(([locale, prefix]) => [
  ...Object.entries(routes).map(([name, path]) => ({
    pattern: `${prefix}${path}` || '/',
    locale,
    name,
    file: `pages/${locale}/${name}.html`,
  })),
  ...['not-found', 'error'].map((name) => ({
    pattern: null,
    locale,
    name,
    file: `pages/${locale}/${name}.html`,
  })),
]);

let clientDir: string;
let server: ApiServer;

async function serve(pages: Pages): Promise<ApiServer> {
  const app: ApiServer = Fastify({ logger: false });
  await app.register(cookie);
  registerPageRoutes(app, pages);
  return app;
}

const tools = ['inspector.html', 'gallery.html', 'gallery-frame.html'];

async function write(path: string, content: string) {
  const file = join(clientDir, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'lightwell-client-'));
  for (const { locale, name, file } of pages) await write(file, html(locale, name));
  await write('pages.json', JSON.stringify({ tokens: [], pages }));
  await write('assets/a-1234.js', 'export const a = 1;'.repeat(50));
  await write('_i18n/de/messages.json', '{"a":1}');
  for (const tool of tools) await write(tool, '<!doctype html><title>A tool</title>');
  await write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  server = await serve(
    await loadPages({
      clientDir,
      config: { runtime, publicUrl: 'https://lightwell.example' },
      rules: [
        { from: '/old', to: '/terms', status: 301 },
        { from: '/shop', to: 'https://shop.example/', status: 302 },
      ],
    }),
  );
});
afterAll(async () => {
  await server.close();
  await rm(clientDir, { recursive: true });
});

const browser = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/150.0' };

const get = (url: string, headers: Record<string, string> = {}) =>
  server.inject({ url, headers: { ...browser, ...headers } });

describe('a page', () => {
  test.each(Object.entries(prefixes))(
    'in %s: all eleven are served below "%s", in their language (R2, R3)',
    async (locale, prefix) => {
      for (const [name, path] of Object.entries(routes)) {
        const url = `${prefix}${path.replace(':id', 'AbC_d-9')}` || '/';
        const answer = await get(url, { 'accept-language': 'en' });
        expect([url, answer.statusCode]).toEqual([url, 200]);
        expect(answer.body).toContain(`<html lang="${locale}"><head><title>${name} `);
      }
    },
  );

  test.each([
    ['/', 'en', 'home'],
    ['/de', 'de', 'home'],
    ['/ja/record', 'ja', 'record'],
    ['/result/AbC_d-9', 'en', 'result'],
    ['/de/result/x?utm_source=y', 'de', 'result'],
  ])('is served at %s (R2, R3)', async (url, locale, name) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(answer.body).toContain(`<html lang="${locale}"><head><title>${name} `);
  });

  test('carries the configuration, escaped for the place it is in', async () => {
    const { body } = await get('/terms');
    expect(body).toContain(
      '<title>terms Tom &amp; &quot;Jerry&quot;&#x27;s &lt;/script&gt;&lt;b&gt;</title>',
    );
    expect(body).toContain('<p>Company $&amp; Co, Street 1, help@example.com, 100 %OFF%</p>');
    expect(body).toContain('href="https://lightwell.example/terms"');
    const json = /id="runtime-config">([^<]*)</.exec(body)?.[1] ?? '';
    expect(runtimeConfig.parse(JSON.parse(json))).toEqual(runtime);
  });

  test('allows its own inline code by hash and nothing else', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    const hash = createHash('sha256').update(inlineScript).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toMatch(/style-src 'self' 'sha256-[^']+';/);
    expect(policy).toContain("object-src 'none'");
  });

  test('is compressed and answers 304 to its etag', async () => {
    const plain = await get('/terms');
    const br = await get('/terms', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    const gzip = await get('/terms', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    const again = await get('/terms', { 'if-none-match': String(plain.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });
});

test('built files are kept as long as they may be (R5)', async () => {
  const asset = await get('/assets/a-1234.js', { 'accept-encoding': 'br' });
  expect(asset.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  });
  const messages = await get('/_i18n/de/messages.json?v=1');
  expect(messages.headers['cache-control']).toBe('public, max-age=86400');
  expect(messages.json()).toEqual({ a: 1 });
  for (const hidden of ['/pages.json', '/pages/en/home.html', '/assets/../pages.json']) {
    expect((await get(hidden)).statusCode).toBe(404);
  }
});

test.each([
  ['test', 200],
  ['development', 200],
  ['production', 404],
] as const)('in %s the inspector and the gallery answer %i', async (runEnv, status) => {
  const config = { runtime: { ...runtime, runEnv }, publicUrl: 'https://lightwell.example' };
  const app = await serve(await loadPages({ clientDir, config }));
  for (const tool of tools) expect((await app.inject(`/${tool}`)).statusCode).toBe(status);
  await app.close();
});

test('nothing but the frames of the gallery may be framed', async () => {
  const config = { runtime: { ...runtime, runEnv: 'test' as const }, publicUrl: '' };
  const app: ApiServer = Fastify({ logger: false });
  await app.register(cookie);
  app.addHook('onRequest', async (request, reply) =>
    setSecurityHeaders(request, reply, { https: false }),
  );
  registerPageRoutes(app, await loadPages({ clientDir, config }));
  const optionOf = async (url: string) => (await app.inject(url)).headers['x-frame-options'];
  expect(await optionOf('/gallery-frame.html')).toBe('SAMEORIGIN');
  expect(await optionOf('/gallery.html')).toBe('DENY');
  expect(await optionOf('/de')).toBe('DENY');
  await app.close();
});

describe('the root', () => {
  const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };

  test.each([
    ['the browser wants German', german, '/de'],
    ['Japanese comes before English', { 'accept-language': 'ko, en;q=0.3, ja;q=0.7' }, '/ja'],
    ['any language comes after German', { 'accept-language': '*;q=0.5, de' }, '/de'],
    ['the cookie says so', { cookie: 'lightwell_lang=ja', ...german }, '/ja'],
  ])('redirects with 302 when %s, and keeps the query (R4)', async (_why, headers, to) => {
    const answer = await get('/?gclid=1&a=%20b', headers);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(`${to}?gclid=1&a=%20b`);
    expect(answer.headers.vary).toBe('Accept-Language, Cookie');
  });

  test.each([
    ['the cookie says English', { cookie: 'lightwell_lang=en', ...german }],
    ['the cookie is none of ours and nobody wants a language', { cookie: 'lightwell_lang=xx' }],
    ['the language is none of ours (R1)', { 'accept-language': 'ko' }],
    ['any language comes before German', { 'accept-language': '*,de' }],
    ['any language comes after an unknown one', { 'accept-language': 'ko,*;q=0.5,de;q=0.3' }],
    ['a bot asks', { 'user-agent': 'Googlebot/2.1', ...german }],
  ])('stays when %s', async (_why, headers) => {
    expect((await get('/', headers)).statusCode).toBe(200);
  });
});

test.each([
  ['/index.html', '/'],
  ['/records', '/record'],
  ['/about', '/about-us'],
  ['/contact', '/contact-us'],
  ['/privacy', '/privacy-policy'],
])('our own rule leads %s to %s for good, query kept (R8)', async (from, to) => {
  const config = { runtime, publicUrl: 'https://lightwell.example' };
  const app = await serve(await loadPages({ clientDir, config }));
  const answer = await app.inject({ url: `${from}?a=1`, headers: browser });
  expect([answer.statusCode, answer.headers.location]).toEqual([301, `${to}?a=1`]);
  expect((await app.inject({ url: to, headers: browser })).statusCode).toBe(200);
  await app.close();
});

test.each([
  ['/en', 301, '/'],
  ['/en/terms?a=1', 301, '/terms?a=1'],
  ['/de/', 301, '/de'],
  ['/terms//', 301, '/terms'],
  ['/en//evil.example', 301, '/evil.example'],
  ['/old?a=1', 301, '/terms?a=1'],
  ['/shop?a=1', 302, 'https://shop.example/'],
])('redirects %s (R2, R8)', async (url, status, location) => {
  const answer = await get(url, { 'accept-language': 'de' });
  expect([answer.statusCode, answer.headers.location]).toEqual([status, location]);
});

describe('an unmatched path (R6)', () => {
  test('gets status 404 and the page of its language', async () => {
    const answer = await get('/ja/nowhere');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('<html lang="ja"><head><title>not-found ');
    expect((await get('/nowhere/at/all')).body).toContain('<html lang="en">');
  });

  test('gets the envelope when it is a call, or the client wants JSON', async () => {
    const envelope = { success: 'not_found', msg: 'Page not found: /nowhere', obj: null };
    const json = await get('/nowhere', { accept: 'application/json' });
    expect([json.statusCode, json.json()]).toEqual([404, envelope]);
    const call = await get('/v1/nothing');
    expect(call.json()).toEqual({ ...envelope, msg: 'Page not found: /v1/nothing' });
    const post = await server.inject({ method: 'POST', url: '/v1/nothing' });
    expect([post.statusCode, post.json().success]).toEqual([404, 'not_found']);
  });
});

test.each(['/_i18n/xx/messages.json', '/assets/nope.js'])(
  'the missing file %s gets the envelope, not a page',
  async (path) => {
    const answer = await get(path, { accept: '*/*' });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual({
      success: 'not_found',
      msg: `Page not found: ${path}`,
      obj: null,
    });
  },
);

describe('a page that cannot be made (R7)', () => {
  const broken = async () => {
    const pages = await loadPages({ clientDir, config: { runtime, publicUrl: 'http://x' } });
    return await serve({
      ...pages,
      page() {
        throw new Error('as the test wants');
      },
    });
  };

  test('shows the error page to people, not to bots', async () => {
    const app = await broken();
    const shown = await app.inject({ url: '/de', headers: browser });
    expect(shown.statusCode).toBe(500);
    expect(shown.body).toContain('<html lang="de"><head><title>error ');
    const headers = { ...browser, 'user-agent': 'Googlebot/2.1' };
    const bare = await app.inject({ url: '/de', headers });
    expect([bare.statusCode, bare.body]).toEqual([500, 'Internal Server Error']);
    await app.close();
  });
});

test('says what to do when the pages were never built', async () => {
  const pages = await loadPages({
    clientDir: join(clientDir, 'missing'),
    config: { runtime, publicUrl: 'http://x' },
  });
  const app = await serve(pages);
  const answer = await app.inject('/');
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain('npm run build');
  expect((await app.inject('/v1/nothing')).statusCode).toBe(404);
  await app.close();
});
