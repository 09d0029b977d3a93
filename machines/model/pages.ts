import { type Locale, localeOfPath, localisePath, stripLocale } from './locale.ts';

export const contentPages = [
  'pricing',
  'terms',
  'about-us',
  'contact-us',
  'unsubscribe',
  'privacy-policy',
  'user-agreement',
  'subscription-terms',
  'manage-membership-plan',
] as const;

export type ContentPageName = (typeof contentPages)[number];

/** The 11 routes of R3, the account page of R76, the price page, and the two pages of R6. */
export const pageNames = [
  'home',
  'record',
  'result',
  'account',
  ...contentPages,
  'not-found',
  'error',
] as const;

export type PageName = (typeof pageNames)[number];

/**
 * A page and its parameter. `recordId` is set only for the result page, and is '' while that page
 * is prerendered.
 */
export type PageMatch = { name: PageName; recordId: string };

/**
 * A placeholder in prerendered pages for the unknown part of the address: a result id, or the path
 * of a missing page. The server replaces the placeholder.
 */
export const unknownPart = '%ADDRESS_PART%';

export function isContentPage(name: string): name is ContentPageName {
  return (contentPages as readonly string[]).includes(name);
}

/** A placeholder in the prerendered error page. The server replaces it with the id in its log. */
export const unknownErrorId = '%ERROR_ID%';

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Returns the path without language, query and fragment, because these parts never select another
 * page.
 */
export const placeOf = (path: string): string => stripLocale(path).replace(/[?#].*$/, '');

export const isSamePlace = (a: string, b: string): boolean => placeOf(a) === placeOf(b);

export const pricingPath = '/pricing';
/** Returns the country that a visitor has chosen on the price page, or undefined. */
export const shopCountryIn = (path: string) => /[?&]shop=([A-Z]{2})/.exec(path)?.[1];

export const accountPath = '/account';

/** Returns the page at a path. The path may contain a language, a query and a fragment. */
export function matchPage(path: string): PageMatch {
  const bare = placeOf(path);
  const found = (name: PageName, recordId = ''): PageMatch => ({ name, recordId });
  if (bare === '/') return found('home');
  if (bare === '/record') return found('record');
  if (bare === accountPath) return found('account');
  const [, first = '', second, ...rest] = bare.split('/');
  if (first === 'result' && second && rest.length === 0) {
    return found('result', second === unknownPart ? '' : decode(second));
  }
  return found(second === undefined && isContentPage(first) ? first : 'not-found');
}

/** Returns the token of a mail's signed link, or null if the address contains no token. */
export function linkTokenIn(path: string): string | null {
  const found = /^[^?#]*\?(?:[^#]*?&)??token=([^&#]+)/.exec(path)?.[1];
  return found === undefined ? null : decode(found);
}

/**
 * The path to which a mailed link leads if its file no longer exists. The page then offers a new
 * export.
 */
export const copyOverPath = '/account?copy=over';

export const isCopyOver = (path: string): boolean =>
  /^[^?#]*\?(?:[^#]*?&)??copy=over(?:[&#]|$)/.test(path);

const orderParameter = /([?&])order=([^&#]*)&?/;

/**
 * Returns the order code in the address that a payment page returns to. Returns '' if the provider
 * has lost the code, and null for other addresses.
 */
export function orderCodeIn(path: string): string | null {
  const found = orderParameter.exec(path.replace(/#.*$/, ''))?.[2];
  return found === undefined ? null : decode(found);
}

export const withoutOrderCode = (path: string): string =>
  path.replace(orderParameter, '$1').replace(/[?&](?=#|$)/, '');

/** Returns the route pattern without language, or null for pages that have no fixed path. */
export function patternOf(name: PageName): string | null {
  if (name === 'home') return '/';
  if (name === 'result') return '/result/:id';
  return name === 'not-found' || name === 'error' ? null : `/${name}`;
}

export function prerenderPath(name: PageName, locale: Locale): string {
  const pattern = patternOf(name) ?? `/${unknownPart}`;
  return localisePath(pattern.replace(':id', unknownPart), locale);
}

/**
 * How the browser reached the address. `sent` means that the server sent the page. `traversed`
 * means that the visitor went back or forward.
 */
export type Move = 'sent' | 'pushed' | 'replaced' | 'traversed';

/** A page and its address. `path` contains language, query and fragment. */
export type PageVisit = PageMatch & {
  path: string;
  move: Move;
  /** index of the visit in this document's history, from 0 */
  number: number;
};

/**
 * Identifies the code and the texts that must be loaded before a page can be shown. `country` is
 * the one that the visitor has just chosen for the prices.
 */
export type PageNeeds = { name: PageName; locale: Locale; country?: string | undefined };

export const neededBy = ({ name, path }: PageVisit): PageNeeds => ({
  name,
  locale: localeOfPath(path),
  country: shopCountryIn(path),
});

/**
 * Returns the page with which this document was opened. `name` is the page name that the server
 * reported.
 */
export function sentPage(path: string, name?: PageName): PageVisit {
  const found = matchPage(path);
  const page = name === undefined || name === found.name ? found : { name, recordId: '' };
  return { ...page, path, move: 'sent', number: 0 };
}

/**
 * Returns the page at the next address. If the server reported the current page as missing or
 * failed, the page stays so until the visitor navigates to another path.
 */
export function nextVisit(now: PageVisit, path: string, move: Move): PageVisit {
  const { name, recordId } = isSamePlace(path, now.path) ? now : matchPage(path);
  return { name, recordId, path, move, number: now.number + 1 };
}
