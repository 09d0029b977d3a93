import { readFileSync } from 'node:fs';
import { createIntl } from '@formatjs/intl';
import type en from '../../locales/en/messages.json';

export type Language = 'en' | 'de' | 'es' | 'fr' | 'it' | 'ja' | 'pt';
export type MessageId = keyof typeof en;

const product = {
  product: 'Lightwell',
  company: 'Lightwell',
  address: '',
  email: 'hello@lightwell.example',
};

/** The words of the page in a language: tests use message ids, so that wording may change. */
export function wordsOf(locale: Language) {
  const file = new URL(`../../locales/${locale}/messages.json`, import.meta.url);
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<MessageId, string>;
  const intl = createIntl({ locale, messages });
  return (id: MessageId, values: Record<string, string | number | Date> = {}) =>
    intl.formatMessage({ id }, { ...product, ...values });
}
