import {
  defaultLocale,
  detectLocale,
  type Locale,
  localisePath,
} from '../../../machines/model/locale.ts';

/** Returns the language tags of an Accept-Language header, in order of preference. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (
    (header ?? '')
      .split(',')
      .map((part, index) => {
        const [tag = '', ...parameters] = part.trim().split(';');
        const quality = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find(Boolean);
        return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality), index };
      })
      .filter(({ tag, quality }) => tag !== '' && quality > 0)
      .sort((a, b) => b.quality - a.quality || a.index - b.index)
      // `*` accepts any language, so it is replaced by the default language.
      .map(({ tag }) => (tag === '*' ? defaultLocale : tag))
  );
}

/**
 * Returns the language of the product that the client prefers, or English if no language matches.
 */
export const preferredLocale = (acceptLanguage: string | undefined): Locale =>
  detectLocale('/', { cookie: null, browser: acceptedLanguages(acceptLanguage) });

export type LanguageSigns = {
  /** language that the visitor has chosen before */
  cookie: string | undefined;
  acceptLanguage: string | undefined;
};

/** Returns the language of a page whose URL does not contain one. */
export const localeBy = ({ cookie, acceptLanguage }: LanguageSigns): Locale =>
  detectLocale('/', { cookie: cookie ?? null, browser: acceptedLanguages(acceptLanguage) });

/** Returns the path to redirect a request for `/` to (R4), or null for English. */
export function rootRedirect(signs: LanguageSigns): string | null {
  const locale = localeBy(signs);
  return locale === 'en' ? null : localisePath('/', locale);
}

/**
 * Returns the canonical form of a path: single slashes, no slash at the end, no `/en` prefix.
 * Returns null if the path is canonical. Repeated slashes must be removed, because a path that
 * begins with two slashes names another site. Browsers also treat a backslash as a slash and ignore
 * line breaks and tabs.
 */
export function canonicalPath(path: string): string | null {
  const bare = path
    .replace(/[\t\n\r]/g, '')
    .replace(/[\\/]+/g, '/')
    .replace(/^(\/en(?=\/|$))*\/?/, '/')
    .replace(/\/$/, '');
  const canonical = bare === '' ? '/' : bare;
  return canonical === path ? null : canonical;
}
