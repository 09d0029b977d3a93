import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { disclosuresOf } from '../../machines/model/disclosures.ts';
import { type Locale, locales } from '../../machines/model/locale.ts';
import { onlyTrue } from '../../src/i18n/only-true.ts';
import type { PageText } from '../../src/i18n/page-text.ts';

export type CompiledMessages = Record<string, MessageFormatElement[]>;

/** Files of the build, by their path below `/_i18n/`. */
export type LocaleFiles = Record<string, string>;

const folder = join(import.meta.dirname, '../../locales');

/** With ALLOW_MISSING=1, missing messages are shown in English during translation work. */
const allowsMissing = process.env.ALLOW_MISSING === '1';

export function readMessages(locale: Locale): Record<string, string> {
  const file = join(folder, locale, 'messages.json');
  if (!existsSync(file)) {
    if (allowsMissing) return {};
    throw new Error(`locales/${locale}/messages.json is missing.`);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

/**
 * Returns the messages as ICU syntax trees. The browser then needs no parser, which saves 7.5 kB.
 */
export function compileMessages(locale: Locale): CompiledMessages {
  const english = readMessages('en');
  const own = readMessages(locale);
  const ids = Object.keys(english);
  const missing = ids.filter((id) => !(id in own));
  if (missing.length > 0 && !allowsMissing) {
    throw new Error(`locales/${locale}/messages.json lacks: ${missing.join(', ')}`);
  }
  const compile = (id: string) => parse(own[id] ?? english[id] ?? '', { captureLocation: false });
  return Object.fromEntries(ids.map((id) => [id, compile(id)]));
}

/**
 * Returns the page texts of a product without outside services. A page that has another text for a
 * product with outside services is included in that version, too.
 */
function readPageTexts(locale: Locale): LocaleFiles {
  const pages = join(folder, locale, 'pages');
  const squeeze = (file: string) =>
    JSON.stringify(JSON.parse(readFileSync(join(pages, file), 'utf8')));
  const files = readdirSync(pages).flatMap((file) => {
    const whole = squeeze(file);
    const plain = JSON.stringify(onlyTrue(JSON.parse(whole) as PageText, disclosuresOf()));
    const tracked = plain === whole ? [] : [[`${locale}/tracked-pages/${file}`, whole]];
    return [[`${locale}/pages/${file}`, plain], ...tracked];
  });
  return Object.fromEntries(files) as LocaleFiles;
}

/*
 * Groups of messages, and single messages, that no page shows before its charts run, so that the
 * first load omits them. A page that needs one of these messages earlier cannot be prerendered.
 */
const laterGroups =
  'account allowance batch brush cancellation card checkout compare.originalNamed consent contact.another contact.message.missing contact.message.tooLong contact.name.tooLong contact.sending contact.sent credits degraded dialog drop.replaced duration failure field.address.invalid field.address.missing field.address.tooLong field.code field.password file fit footer.privacyChoices freshness function kept limit method nav.failed nav.language.failed nav.records.news nav.records.unseen nav.signOut notStarted obstacle offline openOrders option orderCheck overlay page picture plan preview price problem purchase records regions rejected repair result signIn stage status studio time title toast unsubscribe unsure variant waiting'.split(
    ' ',
  );

/** Messages that a page shows while it waits for its charts. */
const waitingWords = [
  'failure.id',
  'records.lead',
  'records.loading',
  'records.title',
  'result.loading',
  'studio.label',
];

const isLater = (id: string) =>
  laterGroups.some((group) => `${id}.`.startsWith(`${group}.`)) && !waitingWords.includes(id);

const part = (messages: CompiledMessages, wanted: (id: string) => boolean): CompiledMessages =>
  Object.fromEntries(Object.entries(messages).filter(([id]) => wanted(id)));

/** Returns the messages for prerendering and the first hydration. */
export const firstMessages = (locale: Locale): CompiledMessages =>
  part(compileMessages(locale), (id) => !isLater(id));

/**
 * Returns the files of every language: `{locale}/messages.json`, its two parts for the start of a
 * page, and `{locale}/pages/{page}.json`.
 */
export function buildLocaleFiles(): LocaleFiles {
  const files: LocaleFiles = {};
  for (const locale of locales) {
    const messages = compileMessages(locale);
    files[`${locale}/messages.json`] = JSON.stringify(messages);
    files[`${locale}/first-messages.json`] = JSON.stringify(firstMessages(locale));
    files[`${locale}/later-messages.json`] = JSON.stringify(part(messages, isLater));
    Object.assign(files, readPageTexts(locale));
  }
  return files;
}

/**
 * Returns a version for the files' URLs, because caches keep the files for 24 h (R5). Pages of
 * another build must not get these files.
 */
export function versionOf(files: LocaleFiles): string {
  return createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 10);
}
