import { type Locale, locales } from '../../machines/model/locale.ts';

function inWords(days: number, locale: Locale): string {
  const options = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;
  const words = new Intl.NumberFormat(locale, options).format(days);
  // No space in a Japanese sentence.
  return locale === 'ja' ? words.replace(/\s/g, '') : words;
}

/**
 * `30 days` in every language. Formatted only here: a page and the browser that hydrates it may have
 * different locale data.
 */
export const retentionWords = (days: number): Record<Locale, string> =>
  Object.fromEntries(locales.map((locale) => [locale, inWords(days, locale)])) as Record<
    Locale,
    string
  >;
