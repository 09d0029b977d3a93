import type { Locale } from '../../machines/model/locale.ts';
import { type ContentPageName, isContentPage, type PageName } from '../../machines/model/pages.ts';

const features: Partial<Record<PageName, string>> = {
  home: 'home',
  record: 'records',
  result: 'result',
  account: 'account',
  'not-found': 'not-found',
};

/** Forms shown above the text of content pages. */
const forms: Partial<Record<ContentPageName, string>> = {
  'contact-us': 'contact/contact-form',
  'manage-membership-plan': 'subscription/plan-panel',
  unsubscribe: 'unsubscribe/unsubscribe-form',
};

/**
 * Source files, by their names in the manifest, that the first view of a page needs in addition to
 * the entry.
 */
export function sourcesOf(name: PageName): string[] {
  if (isContentPage(name)) {
    const form = forms[name];
    const files = ['content/content-page', ...(form ? [form] : [])];
    return ['src/app/page-texts.ts', ...files.map((file) => `src/features/${file}.tsx`)];
  }
  const feature = features[name];
  return feature ? [`src/features/${feature}/${feature}-page.tsx`] : [];
}

/** `tracked-pages` contains texts that change when outside services are configured. */
export type PageFolder = 'pages' | 'tracked-pages';

/** The address of a content page's text; the version changes with every build. */
export const pageTextPath = (
  locale: Locale,
  name: ContentPageName,
  version: string,
  folder: PageFolder = 'pages',
) => `/_i18n/${locale}/${folder}/${name}.json?v=${version}`;
