/// <reference path="./build-constants.d.ts" />
import type { Locale } from '../../machines/model/locale.ts';
import type { PageText } from '../i18n/page-text.ts';
import type { ProductWords } from '../i18n/product-words.tsx';
import { type ContentPageName, pageTextPath } from './pages.ts';

/** One content page in one language, {product} and its like not yet filled in. */
export type LoadPageText = (locale: Locale, name: ContentPageName) => Promise<PageText>;

/** The files that the build put beside the messages. */
export const fetchPageText: LoadPageText = async (locale, name) => {
  const response = await fetch(pageTextPath(locale, name, __MESSAGES_VERSION__));
  if (!response.ok) throw new Error(`The text of ${name} in ${locale}: HTTP ${response.status}`);
  return (await response.json()) as PageText;
};

/** The same text with the operator's names in place of {product}, {company}, {address}, {email}. */
export function fillWords<Value>(value: Value, words: ProductWords): Value {
  if (typeof value === 'string') {
    const fill = (whole: string, name: string) => words[name as keyof ProductWords] ?? whole;
    return value.replace(/\{(\w+)\}/g, fill) as Value;
  }
  if (Array.isArray(value)) return value.map((item) => fillWords(item, words)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, fillWords(item, words)]);
  return Object.fromEntries(entries) as Value;
}
