import type { Locale } from '../../machines/model/locale.ts';
import { type ContentPageName, isContentPage, type PageName } from '../../machines/model/pages.ts';

const features: Partial<Record<PageName, string>> = {
  home: 'home',
  record: 'records',
  result: 'result',
  account: 'account',
  'not-found': 'not-found',
};

/** The sources that the first view of a page needs besides the entry, as named in the manifest. */
export function sourcesOf(name: PageName): string[] {
  if (isContentPage(name)) return ['src/app/content-with-form.tsx'];
  const feature = features[name];
  return feature ? [`src/features/${feature}/${feature}-page.tsx`] : [];
}

/** Address of a content page's text; the version changes with every build. */
export const pageTextPath = (locale: Locale, name: ContentPageName, version: string) =>
  `/_i18n/${locale}/pages/${name}.json?v=${version}`;
