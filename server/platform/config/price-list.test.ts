import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { priceOf as creditsOfPhoto } from '../../../machines/model/credits.ts';
import { currencies } from '../../../machines/model/money.ts';
import { upscalers } from '../../engine/functions/upscale/manifest.ts';
import { ownPricesFile, type PriceList, parsePriceList, priceOf, taxIn } from './price-list.ts';

const text = readFileSync(ownPricesFile, 'utf8');

/** Returns the JSON text of the default price list after a change. */
function changed(change: (list: PriceList) => unknown): string {
  const list = JSON.parse(text) as PriceList;
  change(list);
  return JSON.stringify(list);
}
const priced = (code: string, amount: unknown) =>
  changed(({ products: [first] }) => Object.assign(first?.prices ?? {}, { [code]: amount }));

const problemsOf = (given: string) => {
  const read = parsePriceList(given);
  return 'problems' in read ? read.problems : [];
};

test('the default list has packs, a pass and plans with a price in every currency (R46, R49)', () => {
  const list = parsePriceList(text);
  if ('problems' in list) throw new Error(list.problems.join('\n'));
  expect(list.products.map(({ code, kind, durationUnit }) => [code, kind, durationUnit])).toEqual([
    ['pack-100', 'pack', 4],
    ['pack-300', 'pack', 4],
    ['pack-1000', 'pack', 4],
    ['pass-day', 'pass', 2],
    ['plan-week', 'plan', 3],
    ['plan-month', 'plan', 4],
    ['plan-year', 'plan', 5],
  ]);
  for (const product of list.products) {
    for (const currency of currencies) expect(priceOf(product, currency)).toBeGreaterThan(0);
  }
});

test('counts photos by a 12-megapixel phone photo, enlarged twice (R45, R46)', () => {
  const list = parsePriceList(text);
  if ('problems' in list) throw new Error(list.problems.join('\n'));
  const usual = upscalers.find(({ code }) => code === 'upscale-2x-fast');
  if (!usual) throw new Error('Expected the usual function among the offered ones.');
  const { unit, credits } = usual;
  expect(list.photoCredits).toBe(creditsOfPhoto({ unit, credits }, 4032 * 3024));
});

describe('a price list is refused', () => {
  it.each([
    ['a negative amount', priced('USD', -499), 'products.0.prices.USD'],
    ['nothing', priced('USD', 0), 'products.0.prices.USD'],
    ['a fraction of the minor unit', priced('EUR', 4.99), 'products.0.prices.EUR'],
    ['a number as text', priced('EUR', '499'), 'products.0.prices.EUR'],
    [
      'a price beyond the limit',
      priced('JPY', 100_000_001),
      'products.0.prices.JPY: the price 100000001 is too high',
    ],
    ['an unknown currency', priced('XAU', 100), 'products.0.prices.XAU'],
    ['a missing currency', priced('BRL', undefined), 'products.0.prices.BRL: is missing'],
    [
      'two products with one code',
      changed((list) => list.products.push(...list.products.slice(0, 1))),
      'products: the product pack-100 is listed twice',
    ],
    [
      'a plan of hours',
      changed((list) => Object.assign(list.products[4] ?? {}, { durationUnit: 1 })),
      'a plan lasts for weeks',
    ],
    [
      'an unknown country',
      changed((list) => Object.assign(list, { defaultCountry: 'QQ' })),
      'defaultCountry: is not in countries',
    ],
    ['text that is not JSON', '{"products":', 'is not JSON'],
  ])('with %s', (_what, given, problem) => {
    expect(problemsOf(given).join('\n')).toContain(problem);
  });

  it('with all of its problems together', () => {
    const given = changed(({ products: [first, second] }) => {
      Object.assign(first?.prices ?? {}, { USD: -1, KRW: 0.5 });
      Object.assign(second?.prices ?? {}, { GBP: undefined });
    });
    expect(problemsOf(given)).toHaveLength(3);
  });
});

test('tax is included in the price', () => {
  expect(taxIn(1190, 1900)).toBe(190);
  expect(taxIn(1299, 2000)).toBe(217);
  expect(taxIn(1299, 0)).toBe(0);
});
