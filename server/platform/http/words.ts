import { readFile } from 'node:fs/promises';
import type { ErrorCode } from '../../../contract/error-codes.ts';
import { codeMessages } from '../../../machines/model/code-words.ts';
import { type Locale, locales } from '../../../machines/model/locale.ts';
import { preferredLocale } from './languages.ts';

const folder = new URL('../../../locales/', import.meta.url);

/**
 * The text of a wrong page address is a different one (R6), because the code does not contain the
 * address.
 */
const messages = { ...codeMessages, not_found: 'notFound.message' };

/**
 * Returns the text that a visitor reads when a call is refused with `code`, in the request's
 * preferred language.
 */
export type WordsOf = (code: ErrorCode, acceptLanguage: string | undefined) => string;

/**
 * Reads the texts of one language.
 * @throws if the texts lack a code
 */
async function readWords(locale: Locale, email: string): Promise<Map<string, string>> {
  const translated = JSON.parse(
    await readFile(new URL(`${locale}/messages.json`, folder), 'utf8'),
  ) as Record<string, string>;
  return new Map(
    Object.entries(messages).map(([code, id]) => {
      const message = translated[id];
      if (!message) throw new Error(`locales/${locale}/messages.json lacks ${id}`);
      return [code, message.replaceAll('{email}', () => email)];
    }),
  );
}

/** Reads the texts of every code in every language, once. */
export async function loadWords({ email }: { email: string }): Promise<WordsOf> {
  const byLocale = new Map<Locale, Map<string, string>>();
  for (const locale of locales) byLocale.set(locale, await readWords(locale, email));
  return (code, acceptLanguage) => byLocale.get(preferredLocale(acceptLanguage))?.get(code) ?? '';
}
