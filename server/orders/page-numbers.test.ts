import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { durationUnits } from '../../machines/model/duration.ts';
import { type Locale, locales } from '../../machines/model/locale.ts';
import { ownPricesFile, readPriceList } from '../platform/config/price-list.ts';
import { retryDays, withdrawalDays } from './terms.ts';

/*
 * Tests the numbers in the subscription terms, which are constants of the server. Change text and
 * constant together.
 */

type Page = { sections: { id: string; blocks: { text?: string; items?: string[] }[] }[] };

function numbersOf(locale: Locale, section: string): number[][] {
  const file = new URL(`../../locales/${locale}/pages/subscription-terms.json`, import.meta.url);
  const { sections } = JSON.parse(readFileSync(file, 'utf8')) as Page;
  const blocks = sections.find(({ id }) => id === section)?.blocks ?? [];
  return blocks.map(({ text = '' }) => (text.match(/\d+/g) ?? []).map(Number));
}

it.each(locales)("in %s, the retry days of a declined renewal match the server's", (locale) => {
  expect(numbersOf(locale, 'renewal').flat()).toEqual([...retryDays]);
});

it.each(locales)("in %s, the withdrawal period matches the server's", (locale) => {
  const [right = []] = numbersOf(locale, 'withdrawal');
  expect(new Set(right)).toEqual(new Set([withdrawalDays]));
});

it.each(locales)('in %s, the lifetime of pack credits matches the price list', (locale) => {
  const list = readPriceList(ownPricesFile);
  if ('problems' in list) throw new Error(list.problems.join('\n'));
  const packs = list.products.filter(({ kind }) => kind === 'pack');
  const lasts = packs.map(({ duration, durationUnit }) => `${duration} × ${durationUnit}`);
  expect(new Set(lasts)).toEqual(new Set([`12 × ${durationUnits.month}`]));
  expect(numbersOf(locale, 'payment').flat()).toContain(12);
});
