import { expect, it } from 'vitest';
import { locales } from '../../machines/model/locale.ts';
import {
  matchPage,
  pageNames,
  patternOf,
  prerenderPath,
  unknownPart,
} from '../../machines/model/pages.ts';
import { compileMessages } from '../../tools/build/compile-messages.ts';
import { createIntl } from '../i18n/intl.ts';
import { readOpenedPage } from './opened-page.ts';
import { pageHead } from './page-head.ts';

it.each([
  ['/', 'home', ''],
  ['/ja', 'home', ''],
  ['/de/', 'home', ''],
  ['/?utm_source=x', 'home', ''],
  ['/record', 'record', ''],
  ['/de/record?a=1#b', 'record', ''],
  ['/account', 'account', ''],
  ['/ja/account?a=1#b', 'account', ''],
  ['/account/x', 'not-found', ''],
  ['/result/abc', 'result', 'abc'],
  ['/fr/result/a%20b', 'result', 'a b'],
  ['/result/%E0%A4%A', 'result', '%E0%A4%A'],
  ['/result/-', 'result', '-'],
  ['/result/%ADDRESS_PART%', 'result', ''],
  ['/result', 'not-found', ''],
  ['/result/a/b', 'not-found', ''],
  ['/it/terms', 'terms', ''],
  ['/terms/x', 'not-found', ''],
  ['/xx/terms', 'not-found', ''],
  ['/nowhere', 'not-found', ''],
  ['/home', 'not-found', ''],
  ['/error', 'not-found', ''],
])('finds at %s the page %s (R3)', (path, name, recordId) => {
  expect(matchPage(path)).toEqual({ name, recordId });
});

/* The expected addresses of R3, of the account page (R76) and of the price page. They are written out, because
 * existing links depend on them. */
const prefixes = { en: '', de: '/de', es: '/es', fr: '/fr', it: '/it', ja: '/ja', pt: '/pt' };
const routes = [
  ['home', '', '/'],
  ['record', '/record', '/record'],
  ['result', '/result/%ADDRESS_PART%', '/result/:id'],
  ['account', '/account', '/account'],
  ['pricing', '/pricing', '/pricing'],
  ['terms', '/terms', '/terms'],
  ['about-us', '/about-us', '/about-us'],
  ['contact-us', '/contact-us', '/contact-us'],
  ['unsubscribe', '/unsubscribe', '/unsubscribe'],
  ['privacy-policy', '/privacy-policy', '/privacy-policy'],
  ['user-agreement', '/user-agreement', '/user-agreement'],
  ['subscription-terms', '/subscription-terms', '/subscription-terms'],
  ['manage-membership-plan', '/manage-membership-plan', '/manage-membership-plan'],
] as const;

it.each(routes)('has the page %s in seven languages (R3)', (name, path, pattern) => {
  expect(patternOf(name)).toBe(pattern);
  expect(locales.map((locale) => [locale, prerenderPath(name, locale)])).toEqual(
    Object.entries(prefixes).map(([locale, prefix]) => [locale, `${prefix}${path}` || '/']),
  );
});

it('has thirteen pages with an address and the two error pages (R3)', () => {
  expect(pageNames).toEqual([...routes.map(([name]) => name), 'not-found', 'error']);
});

it('prerenders every page at an address that opens it (R3)', () => {
  for (const locale of locales) {
    for (const name of pageNames) {
      const path = prerenderPath(name, locale);
      const found = patternOf(name) === null ? 'not-found' : name;
      expect(matchPage(path)).toEqual({ name: found, recordId: '' });
      const isForMany = ['result', 'not-found', 'error'].includes(name);
      expect(path.includes(unknownPart)).toBe(isForMany);
    }
  }
});

const t = (id: string) => `<${id}>`;

it('returns the address of a listed page in every language', () => {
  const head = pageHead('home', 'de', t, null, 'P');
  expect(head).toMatchObject({
    title: '<meta.home.title>',
    description: '<meta.home.description>',
    canonical: '/de',
  });
  expect(head.alternates).toContainEqual({ hreflang: 'ja', path: '/ja' });
  expect(head.alternates).toContainEqual({ hreflang: 'x-default', path: '/' });
  expect(head.alternates).toHaveLength(8);
});

it('takes title and description of a content page from its text', () => {
  const text = { title: 'Terms', description: 'D', lead: '', updated: null, sections: [] };
  const head = pageHead('terms', 'en', t, text, 'P');
  expect(head).toMatchObject({ title: 'Terms – P', description: 'D', canonical: '/terms' });
});

it.each(['record', 'result', 'account', 'not-found', 'error'] as const)(
  'keeps %s out of search engines',
  (name) => {
    const head = pageHead(name, 'en', t, null, 'P');
    expect([head.canonical, head.alternates]).toEqual([null, []]);
  },
);

it.each([
  ['not-found', 'Page Not Found – Lightwell'],
  ['error', 'Internal Server Error – Lightwell'],
] as const)('titles the page %s "%s" (R6)', (name, title) => {
  const intl = createIntl('en', compileMessages('en'));
  const words = (id: string) => intl.formatMessage({ id }, { product: 'Lightwell' });
  expect(pageHead(name, 'en', words, null, 'Lightwell').title).toBe(title);
});

const opened = (lang: string, dataset: Record<string, string>, address: string) =>
  readOpenedPage({ lang, dataset } as unknown as HTMLElement, new URL(address, 'http://localhost'));

it("reads the page's name from its attributes", () => {
  const dataset = { page: 'result', path: '/de/result/abc' };
  expect(opened('de', dataset, '/de/result/abc?x=1')).toEqual({
    name: 'result',
    locale: 'de',
    prerenderedAt: '/de/result/abc',
    path: '/de/result/abc?x=1',
    errorId: null,
  });
});

it('reads from its attributes that a page is missing, and its language', () => {
  const dataset = { page: 'not-found', path: '/ja/nowhere' };
  expect(opened('ja', dataset, '/nowhere')).toEqual({
    name: 'not-found',
    locale: 'ja',
    prerenderedAt: '/ja/nowhere',
    path: '/ja/nowhere',
    errorId: null,
  });
});

it('reads the error id of a page that the server could not send', () => {
  const dataset = { page: 'error', path: '/terms', errorId: '3f9a01c2b7de' };
  expect(opened('en', dataset, '/terms').errorId).toBe('3f9a01c2b7de');
  expect(opened('en', { ...dataset, errorId: '' }, '/terms').errorId).toBeNull();
});

it('derives the page from the address if the page does not name it, as in development', () => {
  expect(opened('en', {}, '/ja/terms')).toMatchObject({
    name: 'terms',
    locale: 'ja',
    prerenderedAt: '/ja/terms',
  });
});
