import { defaultLocale, type Locale } from '../../machines/model/locale.ts';
import { escapeHtml } from '../platform/http/html.ts';

export type ListedPage = { pattern: string; locale: Locale; name: string };

/** Returns the sitemap of the listed pages. Each page names its versions in all languages. */
export function sitemap(pages: readonly ListedPage[], publicUrl: string): string {
  const address = ({ pattern }: ListedPage) => escapeHtml(`${publicUrl}${pattern}`);
  const link = (language: string, page: ListedPage) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${address(page)}"/>`;
  const urls = pages.map((page) => {
    const versions = pages.filter(({ name }) => name === page.name);
    const original = versions.find(({ locale }) => locale === defaultLocale);
    return [
      '<url>',
      `<loc>${address(page)}</loc>`,
      ...versions.map((one) => link(one.locale, one)),
      ...(original ? [link('x-default', original)] : []),
      '</url>',
    ].join('');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

export const robots = (publicUrl: string): string =>
  `User-agent: *
Disallow: /v1/
Disallow: /files/
Disallow: /docs

Sitemap: ${publicUrl}/sitemap.xml
`;
