/// <reference path="./build-constants.d.ts" />
import type { Locale } from '../../machines/model/locale.ts';
import type { ContentPageName } from '../../machines/model/pages.ts';
import type { PageText } from '../i18n/page-text.ts';
import { pageTextPath } from './page-files.ts';

/** One content page in one language, without the operator's names filled in. */
export type LoadPageText = (locale: Locale, name: ContentPageName) => Promise<PageText>;

/**
 * The files that the build put beside the messages.
 * @param retention how long a record is kept, in words, by language
 */
export const fetchPageText =
  (retention: Record<string, string>): LoadPageText =>
  async (locale, name) => {
    const response = await fetch(pageTextPath(locale, name, __MESSAGES_VERSION__));
    if (!response.ok) throw new Error(`The text of ${name} in ${locale}: HTTP ${response.status}`);
    const text = (await response.json()) as PageText;
    return fillWords(text, { retention: retention[locale] ?? '' });
  };

/** The text with the operator's words in place of {product}, {retention} and so on. */
export function fillWords<Value>(value: Value, words: Record<string, string>): Value {
  if (typeof value === 'string') {
    const fill = (whole: string, name: string) => words[name] ?? whole;
    return value.replace(/\{(\w+)\}/g, fill) as Value;
  }
  if (Array.isArray(value)) return value.map((item) => fillWords(item, words)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, fillWords(item, words)]);
  return Object.fromEntries(entries) as Value;
}
