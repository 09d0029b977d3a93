import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { type Locale, locales } from '../machines/model/locale.ts';

export type CompiledMessages = Record<string, MessageFormatElement[]>;

const folder = fileURLToPath(new URL('../locales', import.meta.url));

/** While translations are being written, ALLOW_MISSING=1 shows English in their place. */
const allowsMissing = process.env.ALLOW_MISSING === '1';

export const messagesFile = (locale: Locale) => join(folder, locale, 'messages.json');

export function readMessages(locale: Locale): Record<string, string> {
  const file = messagesFile(locale);
  if (!existsSync(file)) {
    if (allowsMissing) return {};
    throw new Error(`locales/${locale}/messages.json is missing.`);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

function compile(locale: Locale, english: Record<string, string>): CompiledMessages {
  const own = readMessages(locale);
  const missing = Object.keys(english).filter((id) => !(id in own));
  if (missing.length > 0 && !allowsMissing) {
    throw new Error(`locales/${locale}/messages.json lacks: ${missing.join(', ')}`);
  }
  const ids = Object.keys(english);
  return Object.fromEntries(
    ids.map((id) => [id, parse(own[id] ?? english[id] ?? '', { captureLocation: false })]),
  );
}

/** Messages as ICU syntax trees, so that the browser needs no parser (facts: 7.5 kB). */
export function compileMessages(): Record<Locale, CompiledMessages> {
  const english = readMessages('en');
  const entries = locales.map((locale) => [locale, compile(locale, english)]);
  return Object.fromEntries(entries) as Record<Locale, CompiledMessages>;
}

/** Part of the messages' address: a cache of 24 h (R5) must not serve the words of another build. */
export function versionOf(messages: Record<Locale, CompiledMessages>): string {
  return createHash('sha256').update(JSON.stringify(messages)).digest('hex').slice(0, 10);
}
