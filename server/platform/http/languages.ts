import {
  defaultLocale,
  detectLocale,
  type Locale,
  localisePath,
} from '../../../machines/model/locale.ts';

/** Language tags of an Accept-Language header, most preferred first. */
function acceptedLanguages(header: string | undefined): string[] {
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
      // `*` accepts any language: use the default one.
      .map(({ tag }) => (tag === '*' ? defaultLocale : tag))
  );
}

/**
 * The request's preferred language among those of this server; English if it names none of them.
 */
export const preferredLocale = (acceptLanguage: string | undefined): Locale =>
  detectLocale('/', { cookie: null, browser: acceptedLanguages(acceptLanguage) });

export type LanguageSigns = {
  /** the language that the visitor chose before */
  cookie: string | undefined;
  acceptLanguage: string | undefined;
};

/** Language for addresses without one. */
export const localeBy = ({ cookie, acceptLanguage }: LanguageSigns): Locale =>
  detectLocale('/', { cookie: cookie ?? null, browser: acceptedLanguages(acceptLanguage) });

/** Address to which the bare root redirects this visitor (R4); null for English. */
export function rootRedirect(signs: LanguageSigns): string | null {
  const locale = localeBy(signs);
  return locale === 'en' ? null : localisePath('/', locale);
}

/**
 * The canonical spelling of a path: single slashes, none at the end, no `/en` prefix. null if it is
 * canonical already. Two slashes at the start would name another site, and browsers read a
 * backslash as a slash and skip line breaks and tabs.
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
