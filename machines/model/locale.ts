export const locales = ['en', 'de', 'es', 'fr', 'it', 'ja', 'pt'] as const;

export type Locale = (typeof locales)[number];

/** English has no path prefix (R2). */
export const defaultLocale: Locale = 'en';

export type LanguageSigns = {
  /** value of the language cookie, unchecked */
  cookie: string | null;
  /** language tags of the browser, most preferred first: `ja-JP`, `en` */
  browser: readonly string[];
};

const isLocale = (value: string): value is Locale => (locales as readonly string[]).includes(value);

/** The locale of a language tag: `ja-JP` and `JA` are ja. Null for unsupported languages (R1). */
export const localeOfTag = (tag: string | null | undefined): Locale | null => {
  const language = (tag ?? '').trim().toLowerCase().split(/[-_]/)[0] ?? '';
  return isLocale(language) ? language : null;
};

const firstSegment = (path: string): string => path.split(/[/?#]/)[1] ?? '';

/** The language prefix of the path, or null if there is none; English has none (R2). */
const prefixOfPath = (path: string): Locale | null => {
  const segment = firstSegment(path);
  return isLocale(segment) && segment !== defaultLocale ? segment : null;
};

/** The language of a path; a path without a prefix is English. */
export const localeOfPath = (path: string): Locale => prefixOfPath(path) ?? defaultLocale;

/**
 * The path without its language, with query and fragment: `/de/record?a=1` becomes `/record?a=1`.
 * The result begins with exactly one slash, because two slashes would address another site.
 */
export const stripLocale = (path: string): string => {
  const prefix = prefixOfPath(path);
  return prefix === null ? path : path.slice(prefix.length + 1).replace(/^[\\/]*/, '/');
};

/** The same page in another language; the home page is `/` or `/de`. */
export const localisePath = (path: string, locale: Locale): string => {
  const bare = stripLocale(path);
  if (locale === defaultLocale) return bare;
  return bare.startsWith('/') && !/^\/([?#]|$)/.test(bare)
    ? `/${locale}${bare}`
    : `/${locale}${bare.slice(1)}`;
};

const isRoot = (path: string): boolean => /^\/?([?#]|$)/.test(path);

/**
 * The language at the first arrival (R4). A path with a prefix keeps its language, and any other
 * path below the root is English. For the bare root, the cookie decides, then the browser's
 * languages.
 */
export const detectLocale = (path: string, signs: LanguageSigns): Locale => {
  if (!isRoot(path)) return localeOfPath(path);
  // this site stores exactly one of the codes; it never wrote `DE` or `de-DE` (R1)
  if (signs.cookie !== null && isLocale(signs.cookie)) return signs.cookie;
  const wanted = signs.browser.map(localeOfTag);
  return wanted.find((locale) => locale !== null) ?? defaultLocale;
};
