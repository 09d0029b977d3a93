import { type Locale, locales } from '../../../machines/model/locale.ts';

function inWords(days: number, locale: Locale): string {
  const options = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;
  const words = new Intl.NumberFormat(locale, options).format(days);
  // Japanese sentences have no spaces.
  return locale === 'ja' ? words.replace(/\s/g, '') : words;
}

/**
 * `30 days` in every language. Formatted only here: the server and the hydrating browser may have
 * different locale data.
 */
export const retentionWords = (days: number): Record<Locale, string> =>
  Object.fromEntries(locales.map((locale) => [locale, inWords(days, locale)])) as Record<
    Locale,
    string
  >;
