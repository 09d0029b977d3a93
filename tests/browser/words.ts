import { readFileSync } from 'node:fs';
import { createIntl } from '@formatjs/intl';
import type mails from '../../locales/en/mails.json';
import type en from '../../locales/en/messages.json';

export type Language = 'en' | 'de' | 'es' | 'fr' | 'it' | 'ja' | 'pt';
export type MessageId = keyof typeof en;

const product = {
  product: 'Lightwell',
  company: 'Lightwell',
  address: '',
  email: 'hello@lightwell.example',
};

type Values = Record<string, string | number | Date>;

function wordsIn<Id extends string>(file: string, locale: Language) {
  const url = new URL(`../../locales/${locale}/${file}.json`, import.meta.url);
  const messages = JSON.parse(readFileSync(url, 'utf8')) as Record<Id, string>;
  const intl = createIntl({ locale, messages });
  return (id: Id, values: Values = {}) => intl.formatMessage({ id }, { ...product, ...values });
}

/**
 * Returns the page's texts in a language, by message id, so that tests do not repeat the wording.
 */
export const wordsOf = (locale: Language) => wordsIn<MessageId>('messages', locale);

export const mailWordsOf = (locale: Language) => wordsIn<keyof typeof mails>('mails', locale);
