import { expect, it } from 'vitest';
import { locales, localisePath } from '../../machines/model/locale.ts';
import { matchPage, type PageName, pageNames, unknownPart } from '../../machines/model/pages.ts';
import { compileMessages } from '../../tools/build/compile-messages.ts';
import { prerenderPage } from '../entry-prerender.tsx';

/* Tests the targets of a page's links in a browser without JavaScript. */

const words = { product: 'P', company: 'C', address: 'A', email: 'e@example.com' };

/** The variable part of the requested address, for pages whose address has one. */
const parts: Partial<Record<PageName, string>> = {
  result: 'abc-1',
  'not-found': 'no/where',
  error: 'record',
};

async function linksOf(name: PageName, locale: (typeof locales)[number]) {
  const { html } = await prerenderPage(name, locale, compileMessages(locale), words);
  const sent = html.replaceAll(unknownPart, parts[name] ?? '');
  const ids = new Set([...sent.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const hrefs = [...sent.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) => href);
  return { sent, ids, hrefs: [...new Set(hrefs)] };
}

it.each(locales)('every link of every page in %s leads to a page', async (locale) => {
  for (const name of pageNames) {
    const { ids, hrefs } = await linksOf(name, locale);
    expect(hrefs.length, name).toBeGreaterThan(15);
    const samePage = locales.map((other) => localisePath(`/${parts[name]}`, other));
    const lost = hrefs.filter((href) => {
      if (href.startsWith('#')) return !ids.has(href.slice(1));
      if (href.startsWith('mailto:')) return href !== 'mailto:e@example.com';
      if (name === 'not-found' && samePage.includes(href)) return false;
      return !href.startsWith('/') || matchPage(href).name === 'not-found';
    });
    expect(lost, name).toEqual([]);
  }
});

it('the language links of a result and of a missing page lead to the same address', async () => {
  const result = await linksOf('result', 'de');
  expect(result.hrefs).toEqual(expect.arrayContaining(['/result/abc-1', '/ja/result/abc-1']));
  const missing = await linksOf('not-found', 'de');
  expect(missing.hrefs).toEqual(expect.arrayContaining(['/no/where', '/ja/no/where', '/de']));
});

it('the missing page names its path', async () => {
  expect((await linksOf('not-found', 'en')).sent).toContain('Page not found: /no/where<');
  expect((await linksOf('not-found', 'ja')).sent).toContain('/ja/no/where<');
});
