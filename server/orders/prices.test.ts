import { describe, expect, test } from 'vitest';
import { priceData } from '../../contract/price.ts';
import { currencies } from '../../machines/model/money.ts';
import { productionEnv } from '../testing/production-env.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';

const server = sharedTestServer();

async function pricesFor(query: Record<string, string>) {
  const search = new URLSearchParams(query);
  const { obj } = await server.visitor().call('GET', `/v1/price/data?${search}`);
  return priceData.parse(obj);
}

const why = (data: Awaited<ReturnType<typeof pricesFor>>, product: string, method: string) => {
  const found = data.products.find(({ code }) => code === product);
  const can = found?.methods.find(({ code }) => code === method);
  return can && [can.once, can.renewing];
};

test('lists thirteen payment methods, three of them without an icon (R46)', async () => {
  const { methods } = await pricesFor({ country: 'DE' });
  expect(methods.map(({ code }) => code)).toEqual([
    ...['card', 'paypal', 'dana', 'g_cash', 'touch_n_go', 'maya', 'upi', 'truemoney', 'boost'],
    ...['rabbit_line', 'apple_pay', 'shopee', 'google_pay'],
  ]);
  expect(methods.filter(({ icon }) => icon === null).map(({ code }) => code)).toEqual([
    ...['apple_pay', 'shopee', 'google_pay'],
  ]);
});

test('each payment method lists its countries, limits and renewal', async () => {
  const { methods } = await pricesFor({ country: 'IN' });
  const [upi, truemoney] = ['upi', 'truemoney'].map((one) =>
    methods.find(({ code }) => code === one),
  );
  expect(upi).toMatchObject({
    countries: ['IN'],
    currencies: ['INR'],
    recurring: false,
    timeLimitMs: 10 * 60_000,
    refundDays: 90,
    min: 850,
    max: 8_500_000,
  });
  expect(truemoney).toMatchObject({
    countries: ['TH'],
    recurring: true,
    timeLimitMs: 60 * 60_000,
    refundDays: 30,
    // This method cannot be used in rupees.
    min: 0,
    max: 0,
  });
});

test('prices are integers of the minor unit with their tax and the price of a photo (R46, R49)', async () => {
  const germany = await pricesFor({ country: 'DE' });
  expect(germany).toMatchObject({ currency: 'EUR', tax: { basisPoints: 1900, name: 'USt.' } });
  expect(germany.products.find(({ code }) => code === 'pack-300')).toMatchObject({
    amount: 999,
    tax: 160,
    photos: 23,
    perPhoto: 44,
    renewal: null,
  });
  const japan = await pricesFor({ country: 'JP' });
  expect(japan.products.find(({ code }) => code === 'plan-month')).toMatchObject({
    amount: 1800,
    tax: 164,
    renewal: { amount: 1800 },
  });
});

describe('the country', () => {
  test.each([
    [{ country: 'MY' }, 'MY', 'MYR'],
    [{ locale: 'pt-BR' }, 'BR', 'BRL'],
    [{ locale: 'ja' }, 'JP', 'JPY'],
    [{ country: 'ZZ' }, 'US', 'USD'],
    [{ country: 'GB', currency: 'EUR' }, 'GB', 'EUR'],
    [{ country: 'GB', currency: 'JPY' }, 'GB', 'GBP'],
    [{}, 'US', 'USD'],
  ] as const)('and currency of %j are %s and %s', async (query, country, currency) => {
    expect(await pricesFor(query as Record<string, string>)).toMatchObject({ country, currency });
  });

  test('of an unknown form is refused', async () => {
    const answer = await server.visitor().call('GET', '/v1/price/data?country=Germany');
    expect(answer).toMatchObject({ success: 'invalid_request' });
    const unknown = await server.visitor().call('GET', '/v1/price/data?currency=XAU');
    expect(unknown).toMatchObject({ success: 'invalid_request' });
  });

  test('offers each of the nineteen currencies in some country (R49)', async () => {
    const { countries } = await pricesFor({});
    const found = new Set<string>();
    for (const country of countries) {
      for (const one of (await pricesFor({ country })).currencies) found.add(one);
    }
    expect([...found].sort()).toEqual([...currencies].sort());
  });
});

test('an unavailable method has a reason (R46)', async () => {
  const germany = await pricesFor({ country: 'DE' });
  expect(why(germany, 'plan-month', 'card')).toEqual([null, null]);
  expect(why(germany, 'plan-month', 'dana')).toEqual(['country', 'country']);
  expect(why(germany, 'pack-100', 'card')).toEqual([null, 'recurring']);
  const philippines = await pricesFor({ country: 'PH' });
  expect(why(philippines, 'plan-week', 'maya')).toEqual([null, 'recurring']);
  expect(why(philippines, 'plan-year', 'g_cash')).toEqual([null, null]);
  const africa = await pricesFor({ country: 'ZA' });
  expect(why(africa, 'plan-week', 'paypal')).toEqual(['currency', 'currency']);
});

describe('in production', () => {
  const production = sharedTestServer({ env: productionEnv });

  test('the sandbox is off unless the configuration names it', async () => {
    expect(production.sandbox).toBeNull();
    const { obj } = await production.visitor().call('GET', '/v1/price/data');
    expect(why(priceData.parse(obj), 'plan-week', 'card')).toEqual(['provider', 'provider']);
    const page = await production.app.inject({ method: 'GET', url: '/sandbox/pay/sb_x' });
    expect(page.body).not.toContain('data-family');
  });
});
