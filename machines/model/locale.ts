export const locales = ['en', 'de', 'es', 'fr', 'it', 'ja', 'pt'] as const;

export type Locale = (typeof locales)[number];

/** The language of paths without a language prefix (R2). */
export const defaultLocale: Locale = 'en';

export type LanguageSigns = {
  /** value of the language cookie, unchecked */
  cookie: string | null;
  /** language tags of the browser, most preferred first: `ja-JP`, `en` */
  browser: readonly string[];
};

const isLocale = (value: string): value is Locale => (locales as readonly string[]).includes(value);

/**
 * Returns the locale of a language tag: `ja-JP` and `JA` are ja. Returns null for unsupported
 * languages (R1).
 */
export const localeOfTag = (tag: string | null | undefined): Locale | null => {
  const language = (tag ?? '').trim().toLowerCase().split(/[-_]/)[0] ?? '';
  return isLocale(language) ? language : null;
};

const firstSegment = (path: string): string => path.split(/[/?#]/)[1] ?? '';

/**
 * Returns the language prefix of the path, or null if the path has no prefix. English paths have no
 * prefix (R2).
 */
const prefixOfPath = (path: string): Locale | null => {
  const segment = firstSegment(path);
  return isLocale(segment) && segment !== defaultLocale ? segment : null;
};

/** Returns the language of a path. A path without a language prefix is English. */
export const localeOfPath = (path: string): Locale => prefixOfPath(path) ?? defaultLocale;

/**
 * Returns the path without its language, but with query and fragment: `/de/record?a=1` becomes
 * `/record?a=1`. The result begins with exactly one slash, because a browser reads two slashes as
 * the begin of another host.
 */
export const stripLocale = (path: string): string => {
  const prefix = prefixOfPath(path);
  return prefix === null ? path : path.slice(prefix.length + 1).replace(/^[\\/]*/, '/');
};

/** Returns the path of the same page in another language. The home page is `/` or `/de`. */
export const localisePath = (path: string, locale: Locale): string => {
  const bare = stripLocale(path);
  if (locale === defaultLocale) return bare;
  return bare.startsWith('/') && !/^\/([?#]|$)/.test(bare)
    ? `/${locale}${bare}`
    : `/${locale}${bare.slice(1)}`;
};

const isRoot = (path: string): boolean => /^\/?([?#]|$)/.test(path);

/**
 * Returns the language for a visitor's first page (R4). A path with a language prefix keeps that
 * language. Any other path except `/` is English. For `/`, the cookie decides, and then the
 * languages of the browser.
 */
export const detectLocale = (path: string, signs: LanguageSigns): Locale => {
  if (!isRoot(path)) return localeOfPath(path);
  // this site stores only the exact codes; another site wrote values such as `DE` or `de-DE` (R1)
  if (signs.cookie !== null && isLocale(signs.cookie)) return signs.cookie;
  const wanted = signs.browser.map(localeOfTag);
  return wanted.find((locale) => locale !== null) ?? defaultLocale;
};

/**
 * Returns the language tag by which the server determines the country. The browser's tag may
 * contain a region, but is used only if the page is in the same language.
 */
export function languageTagFor(pageLocale: string, browserLanguages: readonly string[]): string {
  const isSame = (language: string) => language.split('-')[0] === pageLocale;
  return browserLanguages.find(isSame) ?? pageLocale;
}
