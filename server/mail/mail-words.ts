import { readFile } from 'node:fs/promises';
import { createIntl } from '@formatjs/intl';
import type english from '../../locales/en/mails.json';
import { type Locale, locales } from '../../machines/model/locale.ts';

/** A key of `locales/en/mails.json`. A wrong key does not compile. */
export type MailWord = keyof typeof english;

/**
 * Returns a text in one language, with its values filled in. The text is plain and must be escaped
 * in HTML.
 */
export type Say = (id: MailWord, values?: Record<string, string | number | Date>) => string;

/** The sender of the mails. Every text of a mail may use these values. */
export type Sender = { product: string; company: string; address: string; email: string };

const folder = new URL('../../locales/', import.meta.url);

async function readWords(locale: Locale, sender: Sender): Promise<Say> {
  const messages = JSON.parse(
    await readFile(new URL(`${locale}/mails.json`, folder), 'utf8'),
  ) as Record<string, string>;
  const intl = createIntl({
    locale,
    messages,
    timeZone: 'UTC',
    onError: (error) => {
      throw error;
    },
  });
  return (id, values) => intl.formatMessage({ id }, { ...sender, ...values });
}

/** Loads the texts of every mail, once. */
export async function loadMailWords(sender: Sender): Promise<Record<Locale, Say>> {
  const entries = locales.map(async (locale) => [locale, await readWords(locale, sender)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<Locale, Say>;
}

/** Joins sentences with spaces, except after a Japanese full stop. */
export const joined = (...sentences: string[]): string =>
  sentences.filter(Boolean).join(' ').replaceAll('。 ', '。');
