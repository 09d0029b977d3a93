import { plain } from '../plain.ts';

/*
 * Describes the values of a field on several occasions in a few words: a constant, the path of
 * their source, or their fields.
 */

export type Sample = {
  value: unknown;
  /** possible sources of the value by name; '' is the context */
  sources: Readonly<Record<string, unknown>>;
};

const longest = 24;
const deepest = 3;

const jsons = new WeakMap<object, string>();

export const json = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(plain(value));
  const known = jsons.get(value);
  if (known !== undefined) return known;
  const made = JSON.stringify(plain(value));
  jsons.set(value, made);
  return made;
};

export const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Error) &&
  !('sessionId' in value);

const entriesOf = (value: unknown): [string, unknown][] =>
  isFields(value) ? Object.entries(value).filter(([, part]) => part !== undefined) : [];

const at = (whole: unknown, path: readonly string[]): unknown => {
  let part = whole;
  for (const key of path) {
    if (typeof part !== 'object' || part === null) return undefined;
    part = Reflect.get(part, key);
  }
  return part;
};

type Origin = { name: string; path: readonly string[] };

const originText = ({ name, path }: Origin): string =>
  [...(name === '' ? [] : [name]), ...path].join('.');

/** Every path in the sources that leads to this value, outermost first. */
const originsOf = ({ value, sources }: Sample): Origin[] => {
  const wanted = json(value);
  const found: Origin[] = [];
  let level = Object.entries(sources).map(([name, part]) => ({
    name,
    path: [] as readonly string[],
    part,
  }));
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    for (const { name, path, part } of level) {
      if (json(part) === wanted) found.push({ name, path });
    }
    level = level.flatMap(({ name, path, part }) =>
      entriesOf(part).map(([key, inner]) => ({ name, path: [...path, key], part: inner })),
    );
  }
  return found;
};

/** The path to the value that all samples have in common. */
const originOf = (samples: readonly Sample[]): string | undefined => {
  const telling = samples.find(({ value }) => value !== null && value !== undefined);
  if (!telling) return undefined;
  const origin = originsOf(telling).find(({ name, path }) =>
    samples.every(
      ({ value, sources }) => json(at(sources[name], path) ?? null) === json(value ?? null),
    ),
  );
  return origin && originText(origin);
};

const short = (value: unknown): string | undefined => {
  if (value === undefined) return 'null';
  if (typeof value === 'function') return undefined;
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) return value.length === 0 ? '[]' : undefined;
    return isFields(value) && entriesOf(value).length === 0 ? '{}' : undefined;
  }
  const text = String(value);
  if (text.length > longest) return undefined;
  return typeof value === 'string' && !/^[\w.-]+$/.test(text) ? JSON.stringify(text) : text;
};

const maxDepth = 2;
const maxFields = 6;
const longestFields = 100;

const constantOf = (samples: readonly Sample[]): string | undefined => {
  const [first, ...others] = samples;
  const word = first && short(first.value);
  const isSame = others.every(({ value }) => short(value) === word);
  return isSame ? word : undefined;
};

const maxChoices = 3;

/** The possible values of a field with few texts, such as a kind. */
const choicesOf = (samples: readonly Sample[]): string | undefined => {
  const words = new Set<string>();
  for (const { value } of samples) {
    const word = typeof value === 'string' ? short(value) : undefined;
    if (word === undefined) return undefined;
    words.add(word);
    if (words.size > maxChoices) return undefined;
  }
  return [...words].sort().join('|');
};

const fieldText = (name: string, text: string): string => {
  if (text === '') return name;
  return text === name ? name : `${name}: ${text}`;
};

/** A short description that is true for all samples. Empty if there is none. */
export const valuesText = (samples: readonly Sample[], depth = 0): string => {
  const known = constantOf(samples) ?? originOf(samples) ?? choicesOf(samples);
  if (known !== undefined) return known;
  if (depth === maxDepth || !samples.every(({ value }) => isFields(value))) return '';
  const keys = [...new Set(samples.flatMap(({ value }) => entriesOf(value).map(([key]) => key)))];
  if (keys.length > maxFields) return '';
  const fields = fieldsText(keys.sort(), samples, depth + 1);
  return fields.length > longestFields ? '' : `{${fields}}`;
};

/** Describes the fields of samples that are objects. */
export const fieldsText = (keys: readonly string[], all: readonly Sample[], depth = 0): string =>
  keys
    .map((key) => {
      const parts = all.map(({ value, sources }) => ({ value: at(value, [key]), sources }));
      return fieldText(key, valuesText(parts, depth));
    })
    .join(', ');
