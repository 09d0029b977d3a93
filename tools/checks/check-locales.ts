import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { type Locale, locales } from '../../machines/model/locale.ts';

/*
 * Reports missing, unknown, unused and untranslated messages, differing ICU arguments, and plurals
 * with a branch that repeats `other`. Also reports content pages whose structure differs from the English page.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const problems = new Set<string>();

/** Words that are equal in two languages: `locale/key`, or only the key for all languages. */
const sameWords = new Set(
  JSON.parse(readFileSync(join(root, 'locales/same-words.json'), 'utf8')) as string[],
);

function readJson(path: string): unknown {
  const file = join(root, path);
  if (!existsSync(file)) {
    problems.add(`${path} is missing`);
    return null;
  }
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    problems.add(`${path} is not JSON: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

type Messages = Record<string, string>;

/** Files of messages, with the folders in which they are used. */
const messageFiles = [
  { file: 'messages.json', users: ['src', 'machines'] },
  { file: 'mails.json', users: ['server/mail'] },
  { file: 'pricing.json', users: ['server/pricing'] },
  { file: 'sandbox.json', users: ['server/providers/sandbox'] },
];

const readMessages = (locale: Locale, file: string) =>
  (readJson(`locales/${locale}/${file}`) ?? {}) as Messages;

const kinds: Partial<Record<TYPE, string>> = {
  [TYPE.number]: 'number',
  [TYPE.date]: 'date',
  [TYPE.time]: 'time',
  [TYPE.select]: 'select',
  [TYPE.plural]: 'plural',
  [TYPE.tag]: 'tag',
};

/**
 * Returns the names of a message's arguments with their types. An argument that is used twice is
 * listed once.
 */
function argumentsOf(elements: MessageFormatElement[], found = new Set<string>()): Set<string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    const kind = kinds[element.type] ?? 'value';
    const isNumeric = kind === 'plural' || kind === 'number';
    found.add(`${isNumeric ? 'number' : kind} ${element.value}`);
    if (element.type === TYPE.tag) argumentsOf(element.children, found);
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      for (const option of Object.values(element.options)) argumentsOf(option.value, found);
    }
  }
  return found;
}

/** Returns the branches of plurals that repeat the words of `other`. */
function repeatedBranches(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return repeatedBranches(element.children);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    const options = Object.entries(element.options);
    const inside = options.flatMap(([, { value }]) => repeatedBranches(value));
    if (element.type === TYPE.select) return inside;
    const other = JSON.stringify(element.options.other?.value);
    const repeated = options.filter(
      ([name, { value }]) => name !== 'other' && JSON.stringify(value) === other,
    );
    return [...inside, ...repeated.map(([name]) => `${name} of ${element.value}`)];
  });
}

function parseMessage(locale: Locale, id: string, message: string): Set<string> | null {
  try {
    const elements = parse(message, { captureLocation: false });
    for (const branch of repeatedBranches(elements))
      problems.add(`${locale} ${id}: the branch ${branch} repeats the words of other`);
    return argumentsOf(elements);
  } catch (error) {
    problems.add(`${locale} ${id}: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

/** Arguments that every message may use without passing them. */
const productWords = ['product', 'company', 'address', 'email'].map((name) => `value ${name}`);

function compareArguments(locale: Locale, id: string, english: string, own: string) {
  const wanted = parseMessage('en', id, english);
  const given = parseMessage(locale, id, own);
  if (!wanted || !given) return;
  const missing = [...wanted].filter((name) => !given.has(name));
  const extra = [...given].filter((name) => !wanted.has(name) && !productWords.includes(name));
  if (missing.length > 0) problems.add(`${locale} ${id} lacks the argument ${missing.join(', ')}`);
  if (extra.length > 0) problems.add(`${locale} ${id} has an unknown argument ${extra.join(', ')}`);
}

/** Returns false for a message of arguments, signs and numbers, which needs no translation. */
const hasWords = (message: string) => /\p{L}{2,}/u.test(message.replace(/\{[^{}]*\}|<[^>]*>/g, ''));

function checkTranslation(locale: Locale, english: Messages, own: Messages) {
  for (const [id, message] of Object.entries(english)) {
    const translated = own[id];
    if (typeof translated !== 'string' || translated.trim() === '') {
      problems.add(`${locale} ${id} is missing`);
      continue;
    }
    const maySame = sameWords.has(id) || sameWords.has(`${locale}/${id}`);
    if (translated === message && hasWords(message) && !maySame) {
      problems.add(`${locale} ${id} is not translated: “${message}”`);
    }
    compareArguments(locale, id, message, translated);
  }
  for (const id of Object.keys(own)) {
    if (!(id in english)) problems.add(`${locale} ${id} is not in English`);
  }
}

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (/^\.tsx?$/.test(extname(path)) && !/\.test\.tsx?$/.test(path)) yield path;
  }
}

/**
 * A key counts as used if a string in the sources is the key or the beginning of a key template.
 */
function findUnused(english: Messages, users: string[]) {
  const exact = new Set<string>();
  const templates: RegExp[] = [];
  for (const file of users.flatMap((folder) => [...sourceFiles(folder)])) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, id] of text.matchAll(/['"`]([a-zA-Z][\w-]*(?:\.[\w-]+)+)['"`]/g))
      exact.add(id ?? '');
    for (const [, template] of text.matchAll(/`((?:[\w-]+\.)[^`\s]*\$\{[^`]*)`/g)) {
      const pattern = (template ?? '')
        .split(/\$\{[^}]*\}/)
        .map(RegExp.escape)
        .join('[\\w-]+');
      templates.push(new RegExp(`^${pattern}$`));
    }
  }
  for (const id of Object.keys(english)) {
    const isUsed = exact.has(id) || templates.some((template) => template.test(id));
    if (!isUsed) problems.add(`en ${id} is not used`);
  }
}

type Shape = null | string | Shape[] | { [key: string]: Shape };

/**
 * Returns the parts of a content page that must be equal in every language: keys, ids, kinds,
 * targets, dates, and tokens.
 */
function shapeOf(value: unknown, key = ''): Shape {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item, key));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, shapeOf(item, name)]),
    );
  }
  if (typeof value !== 'string') return value === null ? null : typeof value;
  if (['id', 'kind', 'to', 'updated', 'when'].includes(key)) return value;
  /* {product} is not compared, because a language may say "we" where English names the product. */
  const named = (value.match(/\{\w*\}/g) ?? []).filter((token) => token !== '{product}');
  return named.sort().join(' ');
}

function differences(path: string, wanted: Shape, given: Shape): string[] {
  if (JSON.stringify(wanted) === JSON.stringify(given)) return [];
  const bothObjects = typeof wanted === 'object' && typeof given === 'object' && wanted && given;
  if (!bothObjects)
    return [`${path}: ${JSON.stringify(given)} where English has ${JSON.stringify(wanted)}`];
  const names = new Set([...Object.keys(wanted), ...Object.keys(given)]);
  const at = (shape: object, name: string) => (shape as Record<string, Shape>)[name] ?? null;
  return [...names].flatMap((name) =>
    differences(`${path}.${name}`, at(wanted, name), at(given, name)),
  );
}

const pageTokens = [
  '{product}',
  '{company}',
  '{address}',
  '{email}',
  '{retention}',
  '{companyDetails}',
  '{processors}',
];

function checkTexts(path: string, page: unknown, english: unknown, isEnglish: boolean) {
  if (typeof page === 'string') {
    if (page.trim() === '') problems.add(`${path} is empty`);
    for (const token of page.match(/\{\w*\}/g) ?? []) {
      if (!pageTokens.includes(token)) problems.add(`${path} has an unknown token ${token}`);
    }
    const isText = /\.(title|description|lead|heading|text)$|\.items\.\d+$/.test(path);
    const isSame = !isEnglish && isText && page === english && hasWords(page);
    if (isSame && !sameWords.has(path)) problems.add(`${path} is not translated: “${page}”`);
  } else if (typeof page === 'object' && page !== null) {
    for (const [name, item] of Object.entries(page)) {
      const other = (english as Record<string, unknown> | null)?.[name] ?? null;
      checkTexts(`${path}.${name}`, item, other, isEnglish);
    }
  }
}

function checkPages(locale: Locale) {
  const names = readdirSync(join(root, 'locales/en/pages'));
  for (const name of names) {
    const english = readJson(`locales/en/pages/${name}`);
    const page = readJson(`locales/${locale}/pages/${name}`);
    if (page === null) continue;
    const path = `${locale}/pages/${name.replace(/\.json$/, '')}`;
    for (const one of differences(path, shapeOf(english), shapeOf(page))) problems.add(one);
    checkTexts(path, page, english, locale === 'en');
  }
}

let count = 0;
for (const { file, users } of messageFiles) {
  const english = readMessages('en', file);
  count += Object.keys(english).length;
  findUnused(english, users);
  for (const locale of locales) {
    if (locale !== 'en') checkTranslation(locale, english, readMessages(locale, file));
    else for (const [id, message] of Object.entries(english)) parseMessage('en', id, message);
  }
}
for (const locale of locales) checkPages(locale);
for (const problem of problems) console.error(problem);
console.log(`${count} messages in ${locales.length} languages, ${problems.size} problems`);
process.exit(problems.size === 0 ? 0 : 1);
