/// <reference path="./build-constants.d.ts" />
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import type { Locale } from '../../machines/model/locale.ts';
import type { ContentPageName } from '../../machines/model/pages.ts';
import type { PageText } from '../i18n/page-text.ts';
import { fillWords } from './fill-words.ts';
import { type PageFolder, pageTextPath } from './page-files.ts';

/**
 * Loads the text of a content page in one language. The operator's names are not filled in yet. The
 * price page is loaded for the country that the visitor has just chosen, if any.
 */
export type LoadPageText = (
  locale: Locale,
  name: ContentPageName,
  country?: string,
) => Promise<PageText>;

/**
 * Returns a function that loads a page's text with the operator's values filled in. The server
 * fills the same text into the prerendered page.
 */
export const fetchPageText =
  ({
    apiBaseUrl,
    retention,
    companyDetails = '',
    processors = '',
    trackers,
  }: Pick<
    RuntimeConfig,
    'apiBaseUrl' | 'companyDetails' | 'processors' | 'retention' | 'trackers'
  >): LoadPageText =>
  async (locale, name, country) => {
    const read = async (folder: PageFolder): Promise<PageText> => {
      const response = await fetch(pageTextPath(locale, name, __MESSAGES_VERSION__, folder));
      if (!response.ok)
        throw new Error(`${response.url} was answered with HTTP ${response.status}`);
      return response.json();
    };
    const text =
      trackers && name === 'privacy-policy'
        ? await (await import('./tracked-texts.ts')).fetchTrackedText(read, trackers)
        : await read('pages');
    const filled = fillWords(text, {
      retention: retention[locale] ?? '',
      companyDetails,
      processors,
    });
    if (name !== 'pricing') return filled;
    const { loadPricing } = await import('./page-pricing.ts');
    return { ...filled, pricing: await loadPricing(apiBaseUrl, locale, country) };
  };
