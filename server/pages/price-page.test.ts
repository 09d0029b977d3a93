import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pricing } from '../../contract/pricing.ts';
import { createShopCountry } from '../orders/shop-country.ts';
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
  const complete = createPricePages(clientDir, {
    pricePageOf: (tag, country) => {
      const prices = { locale: tag.slice(0, 2), place: `</script>$& ${country}` };
      return { pricing: prices as Pricing, facts: { name: '</script>$&' } };
    },
    shopCountry: createShopCountry({ isSoldIn: (country) => country === 'PH' }, { secure: false }),
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
    ['de', 'AT'],
    ['de', 'DE'],
    ['en', 'GB'],
  ]);
});

test('sends the prices of the chosen country, also next time (R46)', async () => {
  const { body, cookies } = await page('/pricing?utm_source=x&shop=PH', 'en-GB');
  expect(body).toContain(' PH</b>');
  const kept = { lightwell_country: cookies[0]?.value ?? '' };
  const later = { method: 'GET', url: '/de/pricing', cookies: kept } as const;
  expect((await server.inject(later)).body).toContain(' PH</b>');
});

test('ignores a kept country without sales', async () => {
  const cookies = { lightwell_country: 'XX' };
  const answer = await server.inject({ method: 'GET', url: '/de/pricing', cookies });
  expect(answer.body).toContain(' DE</b>');
});

test.each(['XX', 'ph', '', '%00', '<script>'])(
  'does not keep a country without sales: %s',
  async (country) => {
    const { body, cookies } = await page(`/pricing?shop=${country}`, 'en-GB');
    expect([body.includes(' GB</b>'), cookies]).toEqual([true, []]);
  },
);

test('inserts prices as they are, and as data that cannot end its element', async () => {
  const { body } = await page('/pricing', 'en-GB');
  expect(body).toContain('<b>en </script>$& GB</b>');
  const data = /id="pricing-data">(.*?)<\/script>/.exec(body)?.[1] ?? '';
  expect(data).not.toContain('<');
  expect(JSON.parse(data)).toEqual({ locale: 'en', place: '</script>$& GB' });
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
