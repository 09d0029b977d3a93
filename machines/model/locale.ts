export const locales = ['en', 'de', 'es', 'fr', 'it', 'ja', 'pt'] as const;

export type Locale = (typeof locales)[number];

/** English has no prefix (R2). */
export const defaultLocale: Locale = 'en';

export type LanguageSigns = {
  /** value of the language cookie as found */
  cookie: string | null;
  /** language tags of the browser, preferred first: `ja-JP`, `en` */
  browser: readonly string[];
};

const isLocale = (value: string): value is Locale => (locales as readonly string[]).includes(value);

/** `ja-JP` and `JA` are ja; unsupported languages are null (R1). */
export const localeOfTag = (tag: string | null | undefined): Locale | null => {
  const language = (tag ?? '').trim().toLowerCase().split(/[-_]/)[0] ?? '';
  return isLocale(language) ? language : null;
};

const firstSegment = (path: string): string => path.split(/[/?#]/)[1] ?? '';

/** The prefix of the path, or null if there is none; English has none (R2). */
const prefixOfPath = (path: string): Locale | null => {
  const segment = firstSegment(path);
  return isLocale(segment) && segment !== defaultLocale ? segment : null;
};

/** Language of a path; no prefix means English. */
export const localeOfPath = (path: string): Locale => prefixOfPath(path) ?? defaultLocale;

/**
 * The path without its language, with query and fragment: `/de/record?a=1` is `/record?a=1`. It begins with
 * exactly one slash: two would name another site.
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
 * R4 at the first arrival. A path that names its language keeps it: a prefix, or any page below the root, which
 * is then English. Only for the bare root the cookie and then the browser's languages decide.
 */
export const detectLocale = (path: string, signs: LanguageSigns): Locale => {
  if (!isRoot(path)) return localeOfPath(path);
  // our cookie holds exactly one of the codes: `DE` or `de-DE` was not set by us (R1)
  if (signs.cookie !== null && isLocale(signs.cookie)) return signs.cookie;
  const wanted = signs.browser.map(localeOfTag);
  return wanted.find((locale) => locale !== null) ?? defaultLocale;
};
