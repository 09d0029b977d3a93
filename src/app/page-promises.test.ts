import { expect, it } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { type Locale, locales } from '../../machines/model/locale.ts';
import type { PageText } from '../i18n/page-text.ts';

/* Texts must not promise what is not built: they change together with the calls. */

const pages = import.meta.glob<PageText>('../../locales/*/pages/*.json', {
  import: 'default',
  eager: true,
});

const textOf = (locale: Locale, page: string, section: string) => {
  const found = pages[`../../locales/${locale}/pages/${page}.json`]?.sections.find(
    ({ id }) => id === section,
  );
  return JSON.stringify(found ?? null);
};

const isServed = (method: string, path: RegExp) =>
  Object.values(calls).some((call) => call.method === method && path.test(call.path));

it.each([
  ['subscription-terms', 'cancel', 'is not on this site yet', 'DELETE', /user-subscription$/],
  ['subscription-terms', 'withdrawal', 'it is not here yet', 'DELETE', /user-subscription$/],
  ['terms', 'paid-plans', 'has no paid plans at the moment', 'POST', /\/order$/],
  ['privacy-policy', 'messages', 'Nothing can be bought', 'POST', /\/order$/],
  ['manage-membership-plan', 'status', 'not on sale yet', 'POST', /\/order$/],
  ['user-agreement', 'guest-access', 'has no accounts yet', 'POST', /\/user$/],
] as const)('%s says under "%s" what is not built', (page, section, words, method, path) => {
  expect(textOf('en', page, section).includes(words)).toBe(!isServed(method, path));
});

it.each(locales)('every page in %s names the configured time, not a number of days', (locale) => {
  for (const [page, section] of [
    ['terms', 'your-content'],
    ['about-us', 'how-we-work'],
    ['privacy-policy', 'retention'],
    ['user-agreement', 'ending'],
  ] as const) {
    expect(textOf(locale, page, section)).toContain('{retention}');
  }
  const days = /30\s*(days|Tage|días|jours|giorni|日|dias)/g;
  const fixed = Object.entries(pages)
    // the lifetime of a deleted record's trace is not configurable
    .filter(([path]) => path.includes(`/${locale}/`) && !path.endsWith('/privacy-policy.json'))
    .flatMap(([path, text]) => [...JSON.stringify(text).matchAll(days)].map(() => path));
  expect(fixed).toEqual([]);
});
