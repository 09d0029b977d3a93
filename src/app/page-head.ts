import { defaultLocale, type Locale, locales, localisePath } from '../../machines/model/locale.ts';
import { type PageName, patternOf } from '../../machines/model/pages.ts';
import type { MessageId } from '../i18n/message-id.ts';
import type { PageText } from '../i18n/page-text.ts';

export type PageHead = {
  title: string;
  description: string | null;
  /** path of the canonical URL; null for pages that search engines must not list */
  canonical: string | null;
  /** path of this page in every language; empty if the page has no canonical URL */
  alternates: readonly { hreflang: string; path: string }[];
};

const ids = {
  home: ['meta.home.title', 'meta.home.description'],
  record: ['meta.records.title', 'meta.records.description'],
  result: ['meta.result.title', 'meta.result.description'],
  account: ['meta.account.title', 'meta.account.description'],
  'not-found': ['meta.notFound.title', null],
  error: ['meta.error.title', null],
} as const satisfies Record<string, readonly [MessageId, MessageId | null]>;

function words(
  name: PageName,
  t: (id: MessageId) => string,
  text: PageText | null,
  product: string,
) {
  if (text) return { title: `${text.title} – ${product}`, description: text.description };
  if (!(name in ids)) return { title: product, description: null };
  const [title, description] = ids[name as keyof typeof ids];
  return { title: t(title), description: description ? t(description) : null };
}

const listed = (name: PageName) =>
  !['record', 'result', 'account', 'not-found', 'error'].includes(name);

export function pageHead(
  name: PageName,
  locale: Locale,
  t: (id: MessageId) => string,
  text: PageText | null,
  product: string,
): PageHead {
  const path = patternOf(name);
  const isListed = listed(name) && path !== null;
  return {
    ...words(name, t, text, product),
    canonical: isListed ? localisePath(path, locale) : null,
    alternates: isListed
      ? [
          ...locales.map((hreflang) => ({ hreflang, path: localisePath(path, hreflang) })),
          { hreflang: 'x-default', path: localisePath(path, defaultLocale) },
        ]
      : [],
  };
}
