import { readFile } from 'node:fs/promises';
import { createIntl, type IntlShape } from '@formatjs/intl';
import type english from '../../locales/en/pricing.json';
import { type Locale, locales } from '../../machines/model/locale.ts';

/** Words of the price page, and words that it shares with the shop. */
type PricingWord =
  | keyof typeof english
  | 'offers.best'
  | 'offer.saving'
  | 'checkout.closed'
  | 'checkout.country';

/** Texts and formats of the price page in one language. */
export type PricingWords = {
  locale: Locale;
  say(id: PricingWord, values?: Record<string, string | number>): string;
  /** the name of a tool on its own; null for a tool of an operator, which has its own names */
  toolName(code: string): string | null;
  intl: IntlShape<string>;
};

const folder = new URL('../../locales/', import.meta.url);

const readMessages = async (locale: Locale, file: string) =>
  JSON.parse(await readFile(new URL(`${locale}/${file}`, folder), 'utf8')) as Record<
    string,
    string
  >;

async function readWords(locale: Locale): Promise<PricingWords> {
  const [messages, all] = await Promise.all([
    readMessages(locale, 'pricing.json'),
    readMessages(locale, 'messages.json'),
  ]);
  const intl = createIntl({
    locale,
    messages: { ...all, ...messages },
    onError: (error) => {
      throw error;
    },
  });
  return {
    locale,
    intl,
    say: (id, values) => intl.formatMessage({ id }, values),
    toolName: (code) => all[`function.${code}.full`] ?? all[`function.${code}.name`] ?? null,
  };
}

/** Loads the words of every language, once. */
export async function loadPricingWords(): Promise<Record<Locale, PricingWords>> {
  const entries = locales.map(async (locale) => [locale, await readWords(locale)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<Locale, PricingWords>;
}
