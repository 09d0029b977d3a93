import { defaultLocale, type Locale, locales, localisePath } from '../../machines/model/locale.ts';
import type { MessageId } from '../i18n/message-id.ts';
import type { PageText } from '../i18n/page-text.ts';
import { type PageMatch, patternOf } from './pages.ts';

/** What a page says about itself to browsers and search engines. */
export type PageHead = {
  title: string;
  description: string | null;
  /** path of the canonical address; null for pages that no search engine should list */
  canonical: string | null;
  /** the same page in every language; empty where there is no canonical address */
  alternates: readonly { hreflang: string; path: string }[];
};

const ids = {
  home: ['meta.home.title', 'meta.home.description'],
  record: ['meta.records.title', 'meta.records.description'],
  result: ['meta.result.title', 'meta.result.description'],
  'not-found': ['meta.notFound.title', null],
  error: ['meta.error.title', null],
} as const satisfies Record<string, readonly [MessageId, MessageId | null]>;

function words(
  match: PageMatch,
  t: (id: MessageId) => string,
  text: PageText | null,
  product: string,
) {
  if (text) return { title: `${text.title} – ${product}`, description: text.description };
  if (!(match.name in ids)) return { title: product, description: null };
  const [title, description] = ids[match.name as keyof typeof ids];
  return { title: t(title), description: description ? t(description) : null };
}

const listed = (match: PageMatch) =>
  !['record', 'result', 'not-found', 'error'].includes(match.name);

/** `product` is the product's name. */
export function pageHead(
  match: PageMatch,
  locale: Locale,
  t: (id: MessageId) => string,
  text: PageText | null,
  product: string,
): PageHead {
  const path = patternOf(match.name);
  const isListed = listed(match) && path !== null;
  return {
    ...words(match, t, text, product),
    canonical: isListed ? localisePath(path, locale) : null,
    alternates: isListed
      ? [
          ...locales.map((hreflang) => ({ hreflang, path: localisePath(path, hreflang) })),
          { hreflang: 'x-default', path: localisePath(path, defaultLocale) },
        ]
      : [],
  };
}
