import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pricing } from '../../contract/pricing.ts';
import { retentionWords } from '../platform/config/retention-words.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { loadWords } from '../platform/http/words.ts';
import { createLogger } from '../platform/log/logger.ts';
import { registerPageRoutes } from './pages.routes.ts';
import { loadPages } from './pages.ts';
import { createPricePages } from './price-page.ts';

const template =
  '<!doctype html><html><body><div class="pricing">%PRICING%</div>' +
  '<script type="application/json" id="pricing-data">null</script></body></html>';

const paths = ['/pricing', '/de/pricing'] as const;

let clientDir: string;
let server: ApiServer;

beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'lightwell-prices-'));
  await mkdir(join(clientDir, 'pages'));
  const pages = paths.map((pattern, n) => {
    const locale = n === 0 ? 'en' : 'de';
    return {
      pattern,
      locale,
      name: 'pricing',
      file: 'pages/pricing.html',
      description: null,
      shortcut: null,
      isListed: true,
    };
  });
  await writeFile(join(clientDir, 'pages.json'), JSON.stringify({ pages }));
  await writeFile(join(clientDir, 'pages/pricing.html'), template);
  await writeFile(
    join(clientDir, 'pages/entry-pricing.js'),
    "exports.renderPricing = (one) => '<b>' + one.locale + ' ' + one.place + '</b>';",
  );
  await writeFile(join(clientDir, 'package.json'), '{"type":"commonjs"}');
  const runtime = {
    runEnv: 'production' as const,
    apiBaseUrl: '',
    websiteId: 'lightwell',
    product: 'Lightwell',
    company: 'Company',
    address: 'Street 1',
    email: 'help@example.com',
    retention: retentionWords(7),
  };
  const loggerInstance: FastifyBaseLogger = createLogger('silent');
  server = Fastify({ loggerInstance });
  server.decorate('wordsOf', await loadWords({ email: 'help@example.com' }));
  await server.register(cookie);
  const config = { runtime, publicUrl: 'https://lightwell.example' };
  const complete = createPricePages(clientDir, (_, { tag, chosen }) => {
    const prices = { locale: tag.slice(0, 2), place: `</script>$& ${chosen ?? tag}` };
    return { pricing: prices as Pricing, facts: { name: '</script>$&' } };
  });
  await registerPageRoutes(server, await loadPages({ clientDir, config }), complete);
});

afterAll(async () => {
  await server.close();
  await rm(clientDir, { recursive: true });
});

const page = (url: string, language?: string) =>
  server.inject({
    method: 'GET',
    url,
    headers: language === undefined ? {} : { 'accept-language': language },
  });

test('sends the prices of the country that the browser’s language names (R10, R46)', async () => {
  const bodies = [
    (await page('/de/pricing', 'en-US,de-AT;q=0.8')).body,
    (await page('/de/pricing')).body,
    (await page('/pricing', 'en-GB')).body,
  ];
  expect(bodies.map((body) => /<b>(.*?) .* (.*)<\/b>/.exec(body)?.slice(1))).toEqual([
    ['de', 'de-AT'],
    ['de', 'de'],
    ['en', 'en-GB'],
  ]);
});

test.each([
  ['/pricing?utm_source=x&shop=PH', 'PH'],
  ['/pricing?shop=PH&shop=JP', 'PH'],
  ['/pricing?shop=ph', 'en-GB'],
  ['/pricing?shop=', 'en-GB'],
  ['/pricing?shop=%00', 'en-GB'],
  ['/pricing?shop=%E0%A4%A', 'en-GB'],
  ['/pricing?shop=__proto__', 'en-GB'],
])('reads the chosen country from %s (R46)', async (url, expected) => {
  expect((await page(url, 'en-GB')).body).toContain(` ${expected}</b>`);
});

test('inserts prices as they are, and as data that cannot end its element', async () => {
  const { body } = await page('/pricing', 'en-GB');
  expect(body).toContain('<b>en </script>$& en-GB</b>');
  const data = /id="pricing-data">(.*?)<\/script>/.exec(body)?.[1] ?? '';
  expect(data).not.toContain('<');
  expect(JSON.parse(data)).toEqual({ locale: 'en', place: '</script>$& en-GB' });
  const facts = /ld\+json">(.*?)<\/script><\/body>/.exec(body)?.[1] ?? '';
  expect(JSON.parse(facts)).toEqual({ name: '</script>$&' });
});

test('is stored by caches separately for each language of the browser', async () => {
  const { headers } = await page('/pricing', 'en-GB');
  expect(headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
  const { statusCode } = await server.inject({
    method: 'GET',
    url: '/pricing',
    headers: { 'accept-language': 'en-GB', 'if-none-match': headers.etag },
  });
  expect(statusCode).toBe(304);
});
