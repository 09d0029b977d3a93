import type { Locale } from '../../machines/model/locale.ts';
import { type ContentPageName, isContentPage, type PageName } from '../../machines/model/pages.ts';

const features: Partial<Record<PageName, string>> = {
  home: 'home',
  record: 'records',
  result: 'result',
  account: 'account',
  'not-found': 'not-found',
};

/** Modules of the forms that content pages show above their text. */
const forms: Partial<Record<ContentPageName, string>> = {
  'contact-us': 'contact/contact-form',
  'manage-membership-plan': 'subscription/plan-panel',
  pricing: 'pricing/pricing-panel',
  unsubscribe: 'unsubscribe/unsubscribe-form',
};

/**
 * Returns the source files that the first view of a page needs in addition to the entry, by their
 * names in the manifest.
 */
export function sourcesOf(name: PageName): string[] {
  if (isContentPage(name)) {
    const form = forms[name];
    const files = ['content/content-page', ...(form ? [form] : [])];
    const loaders = [
      'src/app/page-texts.ts',
      ...(name === 'pricing' ? ['src/app/page-pricing.ts'] : []),
    ];
    return [...loaders, ...files.map((file) => `src/features/${file}.tsx`)];
  }
  const feature = features[name];
  return feature ? [`src/features/${feature}/${feature}-page.tsx`] : [];
}

/**
 * The folder of a text. `tracked-pages` contains texts that change if outside services are
 * configured.
 */
export type PageFolder = 'pages' | 'tracked-pages';

/**
 * Returns the path at which a content page's text can be loaded. The version in the path changes
 * with every build.
 */
export const pageTextPath = (
  locale: Locale,
  name: ContentPageName,
  version: string,
  folder: PageFolder = 'pages',
) => `/_i18n/${locale}/${folder}/${name}.json?v=${version}`;
