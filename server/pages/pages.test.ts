import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { Logger } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runtimeConfig } from '../../contract/runtime-config.ts';
import { runningAttribute } from '../../machines/model/running-page.ts';
import { retentionWords } from '../platform/config/retention-words.ts';
import { AppError } from '../platform/errors.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { newRequestId } from '../platform/http/request-id.ts';
import { setSecurityHeaders } from '../platform/http/security-headers.ts';
import { loadWords } from '../platform/http/words.ts';
import { createLogger } from '../platform/log/logger.ts';
import { registerPageRoutes } from './pages.routes.ts';
import { loadPages, type Pages } from './pages.ts';
import { webManifest } from './web-manifest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/* The built pages and their paths according to R3. price-page.test.ts tests the price page. */
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
  companyDetails: 'HRB <1>',
  processors: 'Host & Sons (servers)',
  email: 'help@example.com',
  retention: retentionWords(7),
};

/** Returns the placeholder for the variable part of the path, as the build leaves it in a page. */
const tokenOf = (name: string) => {
  if (name === 'result') return '/result/%ADDRESS_PART%';
  return name === 'not-found' || name === 'error' ? '/%ADDRESS_PART%' : '';
};

function html(locale: string, name: string): string {
  const token = tokenOf(name);
  return (
    `<!doctype html><html lang="${locale}"><head><title>${name} %PRODUCT_NAME%</title>` +
    `<link rel="canonical" href="%PUBLIC_URL%/${name}"><style>a{color:red}</style>` +
    `<script data-alone="%STARTS_ALONE%">${inlineScript}</script><script type="module" src="/assets/a.js"></script></head>` +
    `<body><i>${token}</i><a href="${token}">en</a><a href="/ja${token}">ja</a>` +
    `<small class="error-id">Error id: %ERROR_ID%</small><b>%RETENTION%</b><p>%COMPANY_NAME%, %COMPANY_ADDRESS%, %SUPPORT_EMAIL%, 100 %OFF%</p><p>%COMPANY_DETAILS%</p><p>%PROCESSORS%</p>` +
    `<script type="application/json" id="runtime-config">%RUNTIME_CONFIG%</script></body></html>`
  );
}

const pages = Object.entries(prefixes).flatMap(([locale, prefix]) => [
  ...Object.entries(routes).map(([name, path]) => ({
    pattern: `${prefix}${path}` || '/',
    locale,
    name,
    file: `pages/${locale}/${name}.html`,
    description: name === 'home' ? `%PRODUCT_NAME% in ${locale}` : null,
    shortcut: name === 'record' ? `records in ${locale}` : null,
    isListed: !['record', 'result'].includes(name),
  })),
  ...['not-found', 'error'].map((name) => ({
    pattern: null,
    locale,
    name,
    file: `pages/${locale}/${name}.html`,
    description: null,
    shortcut: null,
    isListed: false,
  })),
]);

let clientDir: string;
let loaded: Pages;
let server: ApiServer;

async function bareApp(logger = createLogger('silent')): Promise<ApiServer> {
  const loggerInstance: FastifyBaseLogger = logger;
  const app: ApiServer = Fastify({ loggerInstance, genReqId: newRequestId });
  app.decorate('wordsOf', await loadWords({ email: 'help@lightwell.example' }));
  return app;
}

async function serve(pages: Pages, logger?: Logger): Promise<ApiServer> {
  const app = await bareApp(logger);
  await app.register(cookie);
  await registerPageRoutes(app, pages, async (page) => page);
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
  await write('service-worker.js', 'skipWaiting();');
  for (const tool of tools) await write(tool, '<!doctype html><title>A tool</title>');
  await write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  loaded = await loadPages({
    clientDir,
    config: { runtime, publicUrl: 'https://lightwell.example' },
    rules: [
      { from: '/old', to: '/terms', status: 301 },
      { from: '/shop', to: 'https://shop.example/', status: 302 },
    ],
  });
  server = await serve(loaded);
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
    'in %s: all eleven pages are served below "%s", in their language (R2, R3)',
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

  test('of a result contains its URL', async () => {
    const { body, headers } = await get('/de/result/AbC_d-9', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    const plain = await get('/de/result/AbC_d-9?utm_source=y');
    expect(body).not.toBe(plain.body);
    expect(plain.body).toContain('<a href="/result/AbC_d-9">en</a>');
    expect(plain.body).toContain('<a href="/ja/result/AbC_d-9">ja</a>');
    expect((await get('/de/result/other')).headers.etag).not.toBe(plain.headers.etag);
  });

  test('contains the configuration, escaped for its context (R30)', async () => {
    const { body } = await get('/terms');
    expect(body).toContain(
      '<title>terms Tom &amp; &quot;Jerry&quot;&#x27;s &lt;/script&gt;&lt;b&gt;</title>',
    );
    expect(body).toContain(
      '<p>Company $&amp; Co, Street 1, help@example.com, 100 %OFF%</p><p>HRB &lt;1&gt;</p><p>Host &amp; Sons (servers)</p>',
    );
    expect(body).toContain('href="https://lightwell.example/terms"');
    const json = /id="runtime-config">([^<]*)</.exec(body)?.[1] ?? '';
    expect(runtimeConfig.parse(JSON.parse(json))).toEqual(runtime);
  });

  test('states in its language how long records are kept', async () => {
    const words = Object.keys(prefixes).map(async (locale) => {
      const { body } = await get(`${prefixes[locale as keyof typeof prefixes]}/terms`);
      return /<b>([^<]*)</.exec(body)?.[1];
    });
    expect(await Promise.all(words)).toEqual([
      ...['7 days', '7 Tage', '7 días', '7\u00a0jours', '7 giorni', '7日', '7 dias'],
    ]);
    expect(Object.values(retentionWords(1))).toEqual([
      ...['1 day', '1 Tag', '1 día', '1\u00a0jour', '1 giorno', '1日', '1 dia'],
    ]);
  });

  test('allows only its own inline code, by hash', async () => {
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

test('the service worker is loaded again at each check for a newer one', async () => {
  const { headers } = await get('/service-worker.js');
  expect(headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  });
});

test('each page names the rules by which browsers load the next page early', async () => {
  const address = JSON.parse(String((await get('/de')).headers['speculation-rules']));
  const { headers, body } = await get(address);
  expect(headers['content-type']).toBe('application/speculationrules+json');
  const [rule] = JSON.parse(body).prefetch;
  // the charts follow links themselves
  expect(JSON.stringify(rule.where)).toContain(runningAttribute);
  // the browser loads a page only when the visitor is about to open it
  expect(rule.eagerness).toBe('moderate');
});

test('a page that is loaded early sets no cookie', async () => {
  const { statusCode, headers } = await get('/de', { 'sec-purpose': 'prefetch' });
  expect([statusCode, headers['set-cookie']]).toEqual([200, undefined]);
});

test('built files are cached for their maximum time (R5)', async () => {
  const asset = await get('/assets/a-1234.js', { 'accept-encoding': 'br' });
  expect(asset.headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const messages = await get('/_i18n/de/messages.json?v=1');
  expect(messages.headers['cache-control']).toBe('public, max-age=86400');
  expect(messages.json()).toEqual({ a: 1 });
  for (const hidden of ['/pages.json', '/pages/en/home.html', '/assets/../pages.json']) {
    expect((await get(hidden)).statusCode).toBe(404);
  }
});

describe('the web app manifest', () => {
  test.each(Object.entries(prefixes))('in %s names the product', async (locale, prefix) => {
    const answer = await get(`${prefix}/manifest.webmanifest`, { accept: '*/*' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    expect(answer.json()).toMatchObject({
      name: runtime.product,
      short_name: runtime.product,
      description: `${runtime.product} in ${locale}`,
      start_url: '/',
      scope: '/',
      id: '/',
      display: 'standalone',
    });
    expect(answer.json()).not.toHaveProperty('lang');
  });

  test('is compressed and answers 304 to its etag', async () => {
    const answer = await get('/manifest.webmanifest', { 'accept-encoding': 'br' });
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString()).name).toBe(
      runtime.product,
    );
    const tag = String(answer.headers.etag);
    const again = await get('/manifest.webmanifest', { 'if-none-match': tag });
    expect(again.statusCode).toBe(304);
  });

  test('has shortcuts to pages of its language', async () => {
    expect((await get('/de/manifest.webmanifest')).json().shortcuts).toEqual([
      { name: 'records in de', url: '/de/record' },
    ]);
  });

  test('accepts shared photos of the formats that the file button accepts', async () => {
    const { share_target: target } = (await get('/manifest.webmanifest')).json();
    const button = await readFile(join(root, 'src/ui/file-button.tsx'), 'utf8');
    const [, formats = ''] = /const readable = '([^']+)'/.exec(button) ?? [];
    expect(target).toMatchObject({ action: '/share-photos', method: 'POST' });
    expect(target.params.files).toEqual([{ name: 'photos', accept: formats.split(',') }]);
  });

  test('has icons and screenshots of the stated type and size, and the colour of the pages', async () => {
    const { icons, screenshots, theme_color, background_color } = JSON.parse(
      webManifest('P', 'D', []),
    );
    expect(icons.map(({ purpose = 'any' }) => purpose)).toContain('maskable');
    for (const { src, sizes, type } of [...icons, ...screenshots]) {
      const { format, width, height } = await sharp(join(root, 'public', src)).metadata();
      expect([`image/${format}`, `${width}x${height}`]).toEqual([type, sizes]);
    }
    const [light] =
      /"theme-color" content="(#\w+)" media="\(prefers-color-scheme: light\)"/
        .exec(await readFile(join(root, 'index.html'), 'utf8'))
        ?.slice(1) ?? [];
    expect([theme_color, background_color]).toEqual([light, light]);
  });
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

test.each([
  ['test', '1'],
  ['production', ''],
] as const)(
  'in %s the page gets “%s” as its automatic start setting (R19)',
  async (runEnv, alone) => {
    const config = { runtime: { ...runtime, runEnv }, publicUrl: 'https://lightwell.example' };
    const app = await serve(await loadPages({ clientDir, config }));
    const { body, headers } = await app.inject({ url: '/terms', headers: browser });
    expect(body).toContain(`<script data-alone="${alone}">${inlineScript}</script>`);
    const hash = createHash('sha256').update(inlineScript).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}'`);
    await app.close();
  },
);

test('only the frames of the gallery may be framed', async () => {
  const config = { runtime: { ...runtime, runEnv: 'test' as const }, publicUrl: '' };
  const app = await bareApp();
  await app.register(cookie);
  app.addHook('onRequest', async (request, reply) =>
    setSecurityHeaders(request, reply, { https: false }),
  );
  await registerPageRoutes(app, await loadPages({ clientDir, config }), async (page) => page);
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
    [
      'the cookie names no offered language and the browser asks for none',
      { cookie: 'lightwell_lang=xx' },
    ],
    ['the language is not offered (R1)', { 'accept-language': 'ko' }],
    ['any language comes before German', { 'accept-language': '*,de' }],
    ['any language comes after an unknown one', { 'accept-language': 'ko,*;q=0.5,de;q=0.3' }],
    ['a bot asks', { 'user-agent': 'Googlebot/2.1', ...german }],
  ])('stays when %s (R1)', async (_why, headers) => {
    expect((await get('/', headers)).statusCode).toBe(200);
  });
});

test.each([
  ['/index.html', '/'],
  ['/records', '/record'],
  ['/about', '/about-us'],
  ['/contact', '/contact-us'],
  ['/privacy', '/privacy-policy'],
])('a built-in rule redirects %s to %s permanently, query kept (R8)', async (from, to) => {
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

test('a page opened at localhost leads to the address that payment pages return to', async () => {
  const config = { runtime, publicUrl: 'http://127.0.0.1:8080' };
  const app = await serve(await loadPages({ clientDir, config }));
  const open = (host: string) =>
    app.inject({ url: '/de/terms?a=1', headers: { ...browser, host } });
  const answer = await open('localhost:8080');
  expect([answer.statusCode, answer.headers.location]).toEqual([
    302,
    'http://127.0.0.1:8080/de/terms?a=1',
  ]);
  expect((await open('127.0.0.1:8080')).statusCode).toBe(200);
  await app.close();
});

test.each([
  [{ 'accept-language': 'de' }, '/de'],
  [{ cookie: 'lightwell_lang=en', 'accept-language': 'de' }, '/'],
])('shared photos that no service worker has stored lead %j to %s', async (headers, to) => {
  const answer = await server.inject({
    method: 'POST',
    url: '/share-photos',
    headers: { ...browser, ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload: '--b--',
  });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `${to}?shared=failed`]);
});

describe('an unmatched path', () => {
  test('gets status 404 and the page of its language (R6)', async () => {
    const answer = await get('/ja/nowhere');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('<html lang="ja"><head><title>not-found ');
    expect((await get('/nowhere/at/all')).body).toContain('<html lang="en">');
  });

  test('is named on the page, which links to it in the other languages', async () => {
    const { body } = await get('/ja/no/where?q=1');
    expect(body).toContain('<i>/no/where</i><a href="/no/where">en</a>');
    expect(body).toContain('<a href="/ja/no/where">ja</a>');
  });

  test.each([
    ['/<script>alert(1)</script>', '/&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['/"onclick="x', '/&quot;onclick=&quot;x'],
    ["/'x&amp;y", '/&#x27;x&amp;amp;y'],
    ['/$&/$1', '/$&amp;/$1'],
    ['/%PRODUCT_NAME%', '/%PRODUCT_NAME%'],
    ['/%ADDRESS_PART%', '/%ADDRESS_PART%'],
    ['/%zz', '/%zz'],
    ['/%3Cb%3E', '/%3Cb%3E'],
  ])('%j is shown as text: %j', async (path, shown) => {
    const page = loaded.errorPage('not-found', path);
    const body = String(await page?.as('identity'));
    expect(body).toContain(`<i>${shown}</i><a href="${shown}">en</a>`);
  });

  test.each(['/de//evil.example', '/de/\\evil.example', '//evil.example', '/\\/evil.example/'])(
    'no link of the page for %j leads to another site',
    async (path) => {
      for (const name of ['not-found', 'error'] as const) {
        const body = String(await loaded.errorPage(name, path)?.as('identity'));
        const hrefs = [...body.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
        expect(hrefs).toEqual(['/evil.example', '/ja/evil.example']);
      }
    },
  );

  test('is the home page in every language if the home page failed', async () => {
    for (const path of ['/', '/de']) {
      const body = String(await loaded.errorPage('error', path)?.as('identity'));
      expect(body).toContain('<a href="/">en</a><a href="/ja">ja</a>');
    }
  });

  test('gets the envelope when it is a call, or the client wants JSON (R6)', async () => {
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

describe('a page that cannot be rendered', () => {
  const broken = async (logger?: Logger) => {
    const pages = await loadPages({ clientDir, config: { runtime, publicUrl: 'http://x' } });
    const failing = () => {
      throw new Error('expected by the test');
    };
    return await serve({ ...pages, page: failing }, logger);
  };

  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';

  test.each([
    ['Firefox', browser['user-agent']],
    ['Chrome without a window', `${chrome} HeadlessChrome/150.0.0.0 Safari/537.36`],
    ['a browser that does not say what it is', ''],
  ])('shows the error page to %s, and it is not cached (R7)', async (_who, agent) => {
    const app = await broken();
    const shown = await app.inject({ url: '/de', headers: { ...browser, 'user-agent': agent } });
    expect(shown.statusCode).toBe(500);
    expect(shown.body).toContain('<html lang="de"><head><title>error ');
    expect(shown.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    await app.close();
  });

  test('shows an error id that is in the log, with the cause', async () => {
    const lines: string[] = [];
    const app = await broken(createLogger('error', { write: (line) => lines.push(line) }));
    const { body } = await app.inject({ url: '/de', headers: browser });
    const [, id] = /class="error-id">Error id: ([0-9a-f]{12})</.exec(body) ?? [];
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { reqId: id, err: { message: 'expected by the test' } },
    ]);
    expect(body).not.toContain('%ERROR_ID%');
    await app.close();
  });

  test('shows no error id if the log has none', async () => {
    const app = await broken();
    const { body } = await app.inject({ url: '/de', headers: browser });
    expect(body).not.toMatch(/error-id|%ERROR_ID%/);
    await app.close();
  });

  test.each(['Googlebot/2.1', 'curl/8.0', `${chrome} (compatible; bingbot/2.0)`])(
    'sends %s only the status',
    async (agent) => {
      const app = await broken();
      const headers = { ...browser, 'user-agent': agent };
      const bare = await app.inject({ url: '/de', headers });
      expect([bare.statusCode, bare.body]).toEqual([500, 'Internal Server Error']);
      expect(bare.headers['content-type']).toBe('text/plain; charset=utf-8');
      await app.close();
    },
  );

  test('answers a program in the envelope', async () => {
    const app = await broken();
    const answer = await app.inject({ url: '/de', headers: { accept: 'application/json' } });
    expect([answer.statusCode, answer.json().success]).toEqual([500, 'internal_error']);
    await app.close();
  });

  test('shows the error page while the server is stopping', async () => {
    const app = await bareApp();
    await app.register(cookie);
    app.addHook('onRequest', async () => {
      throw new AppError('unavailable', 'the server is stopping');
    });
    await registerPageRoutes(app, loaded, async (page) => page);
    const answer = await app.inject({ url: '/ja/terms', headers: browser });
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('<html lang="ja"><head><title>error ');
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
