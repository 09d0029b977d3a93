import { type Locale, localisePath, stripLocale } from '../../machines/model/locale.ts';

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

/** The 11 routes of R3, and the two pages of R6. */
export const pageNames = [
  'home',
  'record',
  'result',
  ...contentPages,
  'not-found',
  'error',
] as const;

export type PageName = (typeof pageNames)[number];

/** `recordId` only on the result page; '' where the address is not known, as in a prerendered page. */
export type PageMatch = { name: PageName; recordId: string };

/** What stands in the address of a prerendered page where each visitor has their own. */
const unknownPart = '-';

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

/** The page at a path, with or without language and query. */
export function matchPage(path: string): PageMatch {
  const bare = stripLocale(path).replace(/[?#].*$/, '');
  const found = (name: PageName, recordId = ''): PageMatch => ({ name, recordId });
  if (bare === '/') return found('home');
  if (bare === '/record') return found('record');
  const [, first = '', second, ...rest] = bare.split('/');
  if (first === 'result' && second && rest.length === 0) {
    return found('result', second === unknownPart ? '' : decode(second));
  }
  return found(second === undefined && isContentPage(first) ? first : 'not-found');
}

/** Pattern of a route without language; null for pages without an address of their own. */
export function patternOf(name: PageName): string | null {
  if (name === 'home') return '/';
  if (name === 'result') return '/result/:id';
  return name === 'not-found' || name === 'error' ? null : `/${name}`;
}

/** False for the address of a page that was prerendered for many. */
export const isKnownAddress = (path: string) => !path.endsWith(`/${unknownPart}`);

/** The address a page is prerendered at, and first rendered at in the browser. */
export function prerenderPath(name: PageName, locale: Locale): string {
  const pattern = patternOf(name) ?? `/${unknownPart}`;
  return localisePath(pattern.replace(':id', unknownPart), locale);
}

const features: Partial<Record<PageName, string>> = {
  home: 'home',
  record: 'records',
  result: 'result',
  'not-found': 'not-found',
};

/** The sources that the first view of a page needs besides the entry, as the manifest names them. */
export function sourcesOf(name: PageName): string[] {
  const feature = isContentPage(name) ? 'content' : features[name];
  return feature ? [`src/features/${feature}/${feature}-page.tsx`] : [];
}

/** Address of a content page's text; the version changes with every build. */
export const pageTextPath = (locale: Locale, name: ContentPageName, version: string) =>
  `/_i18n/${locale}/pages/${name}.json?v=${version}`;
