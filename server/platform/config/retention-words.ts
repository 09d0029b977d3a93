import { type Locale, locales } from '../../../machines/model/locale.ts';

function inWords(days: number, locale: Locale): string {
  const options = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;
  const words = new Intl.NumberFormat(locale, options).format(days);
  // Japanese text has no spaces between words.
  return locale === 'ja' ? words.replace(/\s/g, '') : words;
}

/**
 * Returns a text like `30 days` in every language. The text is formatted only on the server,
 * because a browser may have other locale data and hydration would then fail.
 */
export const retentionWords = (days: number): Record<Locale, string> =>
  Object.fromEntries(locales.map((locale) => [locale, inWords(days, locale)])) as Record<
    Locale,
    string
  >;
