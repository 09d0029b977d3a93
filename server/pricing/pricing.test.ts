import { expect, test } from 'vitest';
import { type PriceData, priceData } from '../../contract/price.ts';
import { pricing } from '../../contract/pricing.ts';
import { locales } from '../../machines/model/locale.ts';
import { formatMoney } from '../../machines/model/money.ts';
import { enhance } from '../engine/functions/enhance/manifest.ts';
import { upscalers } from '../engine/functions/upscale/manifest.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { presentPricing } from './pricing.presenter.ts';
import { pricingFacts } from './pricing-facts.ts';
import { loadPricingWords } from './pricing-words.ts';

const server = sharedTestServer();

async function ask(path: string) {
  return (await server.visitor().call('GET', path)).obj;
}

const pageFor = async (tag: string) => pricing.parse(await ask(`/v1/price/page?locale=${tag}`));

test.each([
  ['de-AT', 'AT', 'EUR'],
  ['pt-BR', 'BR', 'BRL'],
  ['ja', 'JP', 'JPY'],
  ['en-GB', 'GB', 'GBP'],
  ['en-ZZ', 'US', 'USD'],
])('%s gets the prices of the shop (R46, R49)', async (tag, country, currency) => {
  const page = await pageFor(tag);
  expect(page).toMatchObject({ country, currency });
  const shop = priceData.parse(await ask(`/v1/price/data?locale=${tag}`));
  const shown = [...page.offers.main, ...page.offers.more];
  expect(new Map(shown.map(({ code, price }) => [code, price]))).toEqual(
    new Map(
      shop.products.map(({ code, amount }) => [
        code,
        formatMoney({ amount, currency: shop.currency }, page.locale),
      ]),
    ),
  );
});

test('the page and the shop keep the country that was chosen on the page (R46)', async () => {
  const visitor = server.visitor();
  await visitor.call('GET', '/v1/price/page?locale=en&country=PH');
  const page = pricing.parse((await visitor.call('GET', '/v1/price/page?locale=en')).obj);
  expect(page).toMatchObject({ country: 'PH', currency: 'PHP' });
  expect(page.methods).toContain('GCash');
  const shopFor = async (query: string) =>
    priceData.parse((await visitor.call('GET', `/v1/price/data?locale=de${query}`)).obj);
  expect(await shopFor('')).toMatchObject({ country: 'PH', currency: 'PHP' });
  // a subscriber's currency decides the prices of other plans
  expect(await shopFor('&currency=EUR')).toMatchObject({ country: 'DE', currency: 'EUR' });
  expect(await shopFor('&country=JP')).toMatchObject({ country: 'JP', currency: 'JPY' });
  expect(await shopFor('')).toMatchObject({ country: 'PH' });
});

test('the countries are in the order of their names', async () => {
  const { choice } = await pageFor('de');
  const names = choice?.countries.map(({ name }) => name) ?? [];
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'de')));
  expect(names.slice(0, 3)).toEqual(['Australien', 'Belgien', 'Brasilien']);
});

test('search engines get the offers of the page, at the prices of the shop (R3, R46)', async () => {
  const shop = priceData.parse(await ask('/v1/price/data?locale=ja'));
  const page = await pageFor('ja');
  const words = (await loadPricingWords()).ja;
  const seller = { product: 'Lightwell', publicUrl: 'https://lightwell.example' };
  const shown = [...page.offers.main, ...page.offers.more];
  const amountOf = (code: string) => shop.products.find((one) => one.code === code)?.amount;
  expect(pricingFacts(words, shop, seller)).toMatchObject({
    '@type': 'WebApplication',
    url: 'https://lightwell.example/ja',
    offers: shown.map(({ code, name, credits }) => ({
      '@type': 'Offer',
      name,
      description: credits,
      price: String(amountOf(code)),
      priceCurrency: 'JPY',
      url: 'https://lightwell.example/ja/pricing',
    })),
  });
});

test('search engines get amounts with a point, whatever the language', async () => {
  const shop = priceData.parse(await ask('/v1/price/data?locale=de-DE'));
  const words = (await loadPricingWords()).de;
  const facts = JSON.stringify(pricingFacts(words, shop, { product: 'P', publicUrl: '' }));
  const prices = [...facts.matchAll(/"price":"([^"]*)"/g)].map(([, price]) => price);
  expect(prices).not.toEqual([]);
  for (const price of prices) expect(price).toMatch(/^\d+\.\d\d$/);
});

test.each(locales)(
  'every text exists in %s, and one offer is recommended (R1, R10)',
  async (tag) => {
    const { free, offers, costs } = await pageFor(tag);
    expect(free.facts.join()).toContain('20');
    expect(offers.main.map(({ code, isBest }) => [code, isBest])).toEqual([
      ['pack-300', false],
      ['plan-month', false],
      ['plan-year', true],
    ]);
    expect(offers.main.at(-1)?.saving).toMatch(/4[58]/);
    expect(costs.rows.length).toBeGreaterThan(3);
  },
);

test('a pass is paid once and does not renew, and a plan says when it does', async () => {
  const { offers } = await pageFor('en');
  const of = (code: string) => [...offers.main, ...offers.more].find((one) => one.code === code);
  expect(of('pass-day')).toMatchObject({ name: 'Day pass', paid: 'paid once' });
  expect(of('pass-day')?.facts).toContain('Never renews');
  expect(of('plan-month')).toMatchObject({ paid: 'for 1 month' });
  expect(of('plan-month')?.facts).toContain('Renews only if you turn that on. Cancel anytime.');
});

test('the credits for a phone photo follow the price of each tool (R45)', async () => {
  const prices = priceData.parse(await ask('/v1/price/data'));
  const free = { perDay: 20, welcome: 0 };
  const words = (await loadPricingWords()).en;
  const page = presentPricing(words, prices, { free, functions: [enhance, ...upscalers] });
  const of = (tool: string) =>
    page.costs.rows.find(({ tools }) => tools.split(' · ').includes(tool))?.credits;
  expect(of('Enhance')).toBe('1 credit');
  expect(of('Upscale 2×, fast')).toBe(`${prices.photoCredits} credits`);
  // 6 megapixels at 2 credits, because a photo of 12 megapixels is scaled down
  expect(of('Upscale 4×, fast')).toBe('12 credits');
  expect(page.costs.copied).not.toBeNull();
  expect(page.free.facts).toHaveLength(2);
});

test('a language tag is required', async () => {
  expect(await server.visitor().call('GET', '/v1/price/page')).toMatchObject({
    success: 'invalid_request',
  });
});

/** The German prices of a shop in which no payment method works, for this reason. */
async function withoutMethods(once: 'country' | 'provider'): Promise<PriceData> {
  const prices = priceData.parse(await ask('/v1/price/data?locale=en-DE'));
  const products = prices.products.map((product) => ({
    ...product,
    methods: product.methods.map((method) => ({ ...method, once })),
  }));
  return { ...prices, products };
}

test.each([
  ['country', 'You can’t pay here right now (Germany, EUR). Choose another country.'],
  ['provider', 'The shop is closed right now. Try again another day.'],
] as const)('says once that nothing can be paid: %s', async (reason, text) => {
  const words = (await loadPricingWords()).en;
  const free = { perDay: 20, welcome: 0 };
  const page = presentPricing(words, await withoutMethods(reason), { free, functions: [] });
  expect([page.noSale, page.methods]).toEqual([{ text, action: null }, null]);
});

test('says nothing about it if a payment method works', async () => {
  expect((await pageFor('en-DE')).noSale).toBeNull();
});
