import { expect, test } from 'vitest';
import { robots, sitemap } from './sitemap.ts';

const site = 'https://lightwell.example';

test('the sitemap lists each page with its versions in all languages', () => {
  const xml = sitemap(
    [
      { pattern: '/terms', locale: 'en', name: 'terms' },
      { pattern: '/de/terms', locale: 'de', name: 'terms' },
      { pattern: '/', locale: 'en', name: 'home' },
    ],
    `${site}/a&b`,
  );
  expect(xml.match(/<loc>[^<]*/g)).toEqual([
    `<loc>${site}/a&amp;b/terms`,
    `<loc>${site}/a&amp;b/de/terms`,
    `<loc>${site}/a&amp;b/`,
  ]);
  expect(xml.match(/hreflang="[^"]*"/g)).toEqual([
    ...['en', 'de', 'x-default', 'en', 'de', 'x-default', 'en', 'x-default'].map(
      (language) => `hreflang="${language}"`,
    ),
  ]);
});

test('robots.txt names the sitemap and excludes calls and files', () => {
  expect(robots(site)).toContain(`Sitemap: ${site}/sitemap.xml\n`);
  expect(robots(site)).toMatch(/^User-agent: \*\nDisallow: \/v1\/\nDisallow: \/files\//);
});
