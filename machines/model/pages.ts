import { type Locale, localeOfPath, localisePath, stripLocale } from './locale.ts';

export const contentPages = [
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

/** The 11 routes of R3, the account page of R76, and the two pages of R6. */
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

/** `recordId` is set only on the result page. It is '' during prerendering. */
export type PageMatch = { name: PageName; recordId: string };

/**
 * A placeholder in prerendered pages for the unknown part of the address: a result id, or the path
 * of a missing page. The server replaces the placeholder.
 */
export const unknownPart = '%ADDRESS_PART%';

export function isContentPage(name: string): name is ContentPageName {
  return (contentPages as readonly string[]).includes(name);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The path without language, query and fragment, none of which selects another page. */
export const placeOf = (path: string): string => stripLocale(path).replace(/[?#].*$/, '');

export const isSamePlace = (a: string, b: string): boolean => placeOf(a) === placeOf(b);

/** The page at a path; accepts a language, a query and a fragment. */
export function matchPage(path: string): PageMatch {
  const bare = placeOf(path);
  const found = (name: PageName, recordId = ''): PageMatch => ({ name, recordId });
  if (bare === '/') return found('home');
  if (bare === '/record') return found('record');
  if (bare === '/account') return found('account');
  const [, first = '', second, ...rest] = bare.split('/');
  if (first === 'result' && second && rest.length === 0) {
    return found('result', second === unknownPart ? '' : decode(second));
  }
  return found(second === undefined && isContentPage(first) ? first : 'not-found');
}

/** The token of a mail's signed link, or null if the address has none. */
export function linkTokenIn(path: string): string | null {
  const found = /^[^?#]*\?(?:[^#]*?&)??token=([^&#]+)/.exec(path)?.[1];
  return found === undefined ? null : decode(found);
}

/** The target of a mailed link whose export file no longer exists. The page offers a new export. */
export const copyOverPath = '/account?copy=over';

export const isCopyOver = (path: string): boolean =>
  /^[^?#]*\?(?:[^#]*?&)??copy=over(?:[&#]|$)/.test(path);

const orderParameter = /([?&])order=([^&#]*)&?/;

/**
 * The order code in the address that a payment page returns to. Empty if the code was lost; null
 * for other addresses.
 */
export function orderCodeIn(path: string): string | null {
  const found = orderParameter.exec(path.replace(/#.*$/, ''))?.[2];
  return found === undefined ? null : decode(found);
}

export const withoutOrderCode = (path: string): string =>
  path.replace(orderParameter, '$1').replace(/[?&](?=#|$)/, '');

/** The route pattern without language, or null for pages without an address of their own. */
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
 * How the browser reached the address. `traversed`: back or forward. `sent`: the page was opened.
 */
export type Move = 'sent' | 'pushed' | 'replaced' | 'traversed';

/** A page and its address, with language, query and fragment. */
export type PageVisit = PageMatch & {
  path: string;
  move: Move;
  /** index in this document's history, from 0 */
  number: number;
};

/** The resources that a page needs before it can be shown. */
export type PageNeeds = { name: PageName; locale: Locale };

export const neededBy = ({ name, path }: PageVisit): PageNeeds => ({
  name,
  locale: localeOfPath(path),
});

/** The page that was opened; `name` is the page that the server reported. */
export function sentPage(path: string, name?: PageName): PageVisit {
  const found = matchPage(path);
  const page = name === undefined || name === found.name ? found : { name, recordId: '' };
  return { ...page, path, move: 'sent', number: 0 };
}

/**
 * The page at the next address. A missing or failed page stays what the server reported until the
 * visitor navigates.
 */
export function nextVisit(now: PageVisit, path: string, move: Move): PageVisit {
  const { name, recordId } = isSamePlace(path, now.path) ? now : matchPage(path);
  return { name, recordId, path, move, number: now.number + 1 };
}
