import type { Locale } from '../../machines/model/locale.ts';
import type { PageText } from '../i18n/page-text.ts';
import type { ProductWords } from '../i18n/product-words.tsx';
import type { ContentPageName } from './pages.ts';

const files = import.meta.glob<PageText>('../../locales/*/pages/*.json', { import: 'default' });

function fillWords<Value>(value: Value, words: ProductWords): Value {
  if (typeof value === 'string') {
    const fill = (whole: string, name: string) => words[name as keyof ProductWords] ?? whole;
    return value.replace(/\{(\w+)\}/g, fill) as Value;
  }
  if (Array.isArray(value)) return value.map((item) => fillWords(item, words)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, fillWords(item, words)]);
  return Object.fromEntries(entries) as Value;
}

/** One content page in one language, with the operator's names filled in. */
export async function loadPageText(
  locale: Locale,
  name: ContentPageName,
  words: ProductWords,
): Promise<PageText> {
  const load = files[`../../locales/${locale}/pages/${name}.json`];
  if (!load) throw new Error(`There is no text of the page ${name} in ${locale}.`);
  return fillWords(await load(), words);
}
