import { locales, localisePath } from '../../machines/model/locale.ts';
import { pageNames, patternOf } from '../../machines/model/pages.ts';
import { expect, test } from './visitor.ts';

/* Reads the real product's pages as search engines and messengers do. */

type OfferFact = { name: string; price: string; priceCurrency: string };
type Facts = { '@graph': { '@type': string }[] };

const hidden = ['record', 'result', 'account', 'not-found', 'error'];
const listed = pageNames.flatMap((name) => {
  const path = patternOf(name);
  return hidden.includes(name) || path === null ? [] : [path];
});

test('robots.txt names the sitemap, which lists every content page in every language (R3)', async ({
  request,
  page,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  const address = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '';
  const answer = await request.get(address);
  expect(answer.headers()['content-type']).toBe('application/xml; charset=utf-8');
  const { origin } = new URL(address);
  const found = await page.evaluate(
    (xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml');
      return [...parsed.querySelectorAll('url')].map((url) => ({
        loc: url.querySelector('loc')?.textContent,
        links: [...url.getElementsByTagNameNS('http://www.w3.org/1999/xhtml', 'link')].map(
          (link) => [link.getAttribute('hreflang'), link.getAttribute('href')],
        ),
      }));
    },
    await answer.text(),
  );
  const expected = listed.flatMap((path) =>
    locales.map((locale) => ({
      loc: `${origin}${localisePath(path, locale)}`,
      links: [
        ...locales.map((one) => [one, `${origin}${localisePath(path, one)}`]),
        ['x-default', `${origin}${path}`],
      ],
    })),
  );
  const byAddress = (a: { loc: string | undefined }, b: { loc: string | undefined }) =>
    String(a.loc).localeCompare(String(b.loc));
  expect(found.sort(byAddress)).toEqual(expected.sort(byAddress));
});

for (const locale of locales) {
  test(`every content page in ${locale} describes itself to search engines and messengers (R3)`, async ({
    request,
    page,
  }) => {
    for (const path of listed.map((one) => localisePath(one, locale))) {
      const answer = await request.get(path, { headers: { 'user-agent': 'Googlebot/2.1' } });
      const head = await page.evaluate(
        (html) => {
          const parsed = new DOMParser().parseFromString(html, 'text/html');
          const tags = [...parsed.querySelectorAll('meta[property^="og:"]')];
          return {
            title: parsed.title,
            canonical: parsed.querySelector('link[rel=canonical]')?.getAttribute('href'),
            og: Object.fromEntries(
              tags.map((tag) => [tag.getAttribute('property'), tag.getAttribute('content')]),
            ),
            offers: parsed.querySelectorAll('[data-offer]').length,
            data: parsed.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
          };
        },
        await answer.text(),
      );
      expect(head.canonical).toBe(head.og['og:url']);
      expect(head.og).toMatchObject({
        'og:title': head.title,
        'og:description': expect.stringMatching(/.{30}/),
        'og:locale': expect.stringMatching(new RegExp(`^${locale}_[A-Z]{2}$`)),
      });
      const picture = await request.get(head.og['og:image'] ?? '');
      expect(picture.headers()['content-type']).toBe('image/jpeg');
      if (path === localisePath('/pricing', locale)) {
        // the offers of the page, at prices that a program can read
        const { offers } = JSON.parse(head.data) as { offers: OfferFact[] };
        expect(head.offers).toBeGreaterThan(0);
        expect(offers).toHaveLength(head.offers);
        for (const { price, priceCurrency } of offers) {
          expect(price).toMatch(/^\d+(\.\d\d)?$/);
          expect(priceCurrency).toMatch(/^[A-Z]{3}$/);
        }
        continue;
      }
      if (path !== localisePath('/', locale)) {
        expect(head.data).toBe('');
        continue;
      }
      // the facts contain no placeholder that the server has not filled in
      expect(head.data).not.toMatch(/%[A-Z_]+%|&\w+;/);
      const { '@graph': facts } = JSON.parse(head.data) as Facts;
      expect(facts.map((fact) => fact['@type'])).toEqual(['Organization', 'WebApplication']);
      // facts are data, which the policy needs not allow
      expect(answer.headers()['content-security-policy']).not.toContain("script-src 'unsafe");
    }
  });
}

test('private pages have no facts, and search engines do not list them (R3)', async ({
  request,
}) => {
  for (const path of ['/record', '/account', '/result/abc', '/no-such-page']) {
    const html = await (await request.get(path)).text();
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toMatch(/ld\+json|og:url/);
  }
});
