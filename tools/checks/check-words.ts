import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { createIntl } from '@formatjs/intl';
import { type Locale, locales } from '../../machines/model/locale.ts';

/*
 * Reports words that locales/terms.json forbids, and wrong typography. Messages are checked as
 * visitors read them: formatted for the 1st, 8th and 11th of a month, 1:00, and 0, 1, 2 and 5 of
 * each plural. docs/voice.md explains the rules.
 */
const folder = fileURLToPath(new URL('../../locales', import.meta.url));

type Term = {
  concept: string;
  words: Record<Locale, string>;
  /** Patterns of forbidden words. Only patterns of Japanese also match a part of a word. */
  not: Partial<Record<Locale, string[]>>;
  /** Beginnings of ids that may use them, such as `messages/picture.` or `fr/pages/terms`. */
  except?: string[];
};

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
const terms = readJson('terms.json') as Term[];

const quotes = { en: '«»„', de: '«»”', es: '“”„', fr: '“”„', it: '“”„', ja: '“”«»„', pt: '«»„' };
const han = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。「」（）]`;

/** Patterns of wrong typography and of articles that do not fit the number after them. */
const wrong: Record<Locale | 'all', RegExp[]> = {
  all: [/'|"|\.\.\.| {2}|^\s|\s$/],
  en: [/(?<![\d.,:])1 (credits|photos|files|results|days|minutes|seconds|pixels)\b/],
  de: [/ …/, /(?<![\d.,:])1 (Credits|Fotos|Dateien|Ergebnisse|Tage|Minuten|Sekunden)\b/],
  es: [/\blas 0?1:/, /(?<![\d.,:])1 (créditos|fotos|archivos|días|minutos|segundos)\b/],
  fr: [
    / [:;!?»]|« |\p{L}[;!?»]|\p{L}:(?!\/\/)/u,
    /(?<![\d.,:])1 (crédits|photos|fichiers|jours|minutes|secondes)\b/,
  ],
  it: [
    /\b([id]l|al|dal|del|nel) (1|8|11) (gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic)/i,
    /\b(alle|dalle|delle) 0?1:/i,
    /(?<![\d.,:])1 (crediti|giorni|minuti|secondi)\b/,
  ],
  ja: [
    new RegExp(`${han}[!?:;,()]|[!?:;,()]${han}`, 'u'),
    new RegExp(`${han} +(?!\\d+:)[\\p{L}\\d]|[\\p{L}\\d] +${han}`, 'u'),
  ],
  pt: [/\bàs 0?1:/i, /(?<![\d.,:])1 (créditos|fotos|arquivos|dias|minutos|segundos)\b/],
};

const problems = new Set<string>();

function check(locale: Locale, id: string, text: string): void {
  const report = (found: string, advice: string) =>
    problems.add(`${locale}/${id}: ${advice}, found “${found}” in “${text}”`);
  for (const { concept, words, not, except = [] } of terms) {
    if (except.some((start) => `${locale}/${id}`.startsWith(start) || id.startsWith(start)))
      continue;
    const all = (not[locale] ?? []).join('|');
    const pattern = locale === 'ja' ? all : `(?<![\\p{L}-])(?:${all})(?!\\p{L})`;
    const found = all && new RegExp(pattern, 'iu').exec(text)?.[0];
    if (found) report(found, `write “${words[locale]}” (${concept})`);
  }
  for (const pattern of [...wrong.all, ...wrong[locale], new RegExp(`[${quotes[locale]}]`)]) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) report(found, 'wrong typography');
  }
  const isUneven = (open: string, close: string) =>
    text.split(open).length !== text.split(close).length;
  if (locale === 'es' && (isUneven('¿', '?') || isUneven('¡', '!'))) report('?!', 'lacks ¿ or ¡');
}

type Values = Record<string, unknown>;

const dates = [1, 8, 11].map((day) => new Date(Date.UTC(2026, 10, day, 1)));
const numbers = [0, 1, 2, 5];

/** Returns the values of a message's arguments, with each option of each select. */
function samples(
  elements: MessageFormatElement[],
  round: number,
  before: Values[] = [{}],
): Values[] {
  let all = before;
  const set = (name: string, values: unknown[]) => {
    all = values.flatMap((value) => all.map((one) => ({ ...one, [name]: value })));
  };
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    const { type, value } = element;
    if (type === TYPE.date || type === TYPE.time) set(value, [dates[round % dates.length]]);
    else if (type === TYPE.number) set(value, [Math.max(numbers[round] ?? 0, 2)]);
    else if (type === TYPE.plural) set(value, [numbers[round]]);
    else if (type === TYPE.select) set(value, Object.keys(element.options));
    else if (type === TYPE.tag) set(value, [(chunks: string[]) => chunks.join('')]);
    else set(value, ['X']);
    if (type === TYPE.tag) all = samples(element.children, round, all);
    if (type === TYPE.select || type === TYPE.plural) {
      for (const option of Object.values(element.options)) all = samples(option.value, round, all);
    }
  }
  return all;
}

function checkMessages(locale: Locale, file: string): void {
  const messages = readJson(`${locale}/${file}.json`) as Record<string, string>;
  const intl = createIntl({ locale, timeZone: 'UTC', messages });
  for (const [id, message] of Object.entries(messages)) {
    const tree = parse(message, { captureLocation: false });
    for (const round of numbers.keys()) {
      for (const values of samples(tree, round)) {
        check(locale, `${file}/${id}`, String(intl.formatMessage({ id }, values as never)));
      }
    }
  }
}

function checkPage(locale: Locale, path: string, page: unknown, key = ''): void {
  if (typeof page === 'string') {
    const isText = !['id', 'kind', 'to', 'updated', 'when'].includes(key);
    if (isText) check(locale, path, page.replaceAll(/\{\w+\}/g, 'X'));
  } else if (typeof page === 'object' && page !== null) {
    for (const [name, item] of Object.entries(page)) {
      checkPage(locale, path, item, Array.isArray(page) ? key : name);
    }
  }
}

for (const locale of locales) {
  for (const file of ['messages', 'mails', 'pricing', 'sandbox']) checkMessages(locale, file);
  for (const file of readdirSync(join(folder, locale, 'pages'))) {
    checkPage(locale, `pages/${file.replace('.json', '')}`, readJson(`${locale}/pages/${file}`));
  }
}
for (const problem of problems) console.error(problem);
console.log(`${terms.length} terms in ${locales.length} languages, ${problems.size} problems`);
process.exit(problems.size === 0 ? 0 : 1);
