import { plain } from '../plain.ts';

type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };
type Fields = { [key: string]: Plain };

const isFields = (value: Plain | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/*
 * Charts replace their values and never change them: one that was seen need not be read again, and a
 * new one shares most of its parts with the one before.
 */
const plains = new WeakMap<object, Plain>();
const jsons = new WeakMap<object, string>();

/** The same for the same value, and so for its parts. */
export const plainOf = (value: unknown): Plain => {
  if (typeof value !== 'object' || value === null) return plain(value) as Plain;
  const known = plains.get(value);
  if (known !== undefined) return known;
  const made = plain(value, plainOf) as Plain;
  plains.set(value, made);
  return made;
};

const madeJson = (value: Plain[] | Fields): string =>
  Array.isArray(value)
    ? `[${value.map(jsonOf).join(',')}]`
    : `{${Object.entries(value)
        .map(([key, part]) => `${JSON.stringify(key)}:${jsonOf(part)}`)
        .join(',')}}`;

const jsonOf = (value: Plain): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const known = jsons.get(value);
  if (known !== undefined) return known;
  const made = madeJson(value);
  jsons.set(value, made);
  return made;
};

const isEqual = (a: Plain, b: Plain): boolean => a === b || jsonOf(a) === jsonOf(b);

/** What is shorter says itself. */
const shortestNamed = 12;

const isWorthAName = (value: Plain): boolean =>
  typeof value === 'string'
    ? value.length >= shortestNamed
    : typeof value === 'object' && value !== null && jsonOf(value).length > shortestNamed;

const pathsIn = new WeakMap<object, ReadonlyMap<string, string>>();

/** Where a value and its parts lie in it, by their JSON; the outermost, and the first of equal ones. */
const partsOf = (whole: Plain[] | Fields): ReadonlyMap<string, string> => {
  const known = pathsIn.get(whole);
  if (known) return known;
  const parts = new Map<string, string>();
  for (let level: [string, Plain][] = [['', whole]]; level.length > 0; ) {
    for (const [path, value] of level) {
      if (isWorthAName(value) && !parts.has(jsonOf(value))) parts.set(jsonOf(value), path);
    }
    level = level.flatMap(([path, value]) =>
      typeof value !== 'object' || value === null
        ? []
        : Object.entries(value).map(([key, part]): [string, Plain] => [`${path}.${key}`, part]),
    );
  }
  pathsIn.set(whole, parts);
  return parts;
};

const pathIn = (whole: Plain, json: string): string | undefined => {
  if (typeof whole === 'object' && whole !== null) return partsOf(whole).get(json);
  return isWorthAName(whole) && jsonOf(whole) === json ? '' : undefined;
};

/** The name of a value where it is printed; undefined when it has none. */
export type Names = (json: string) => string | undefined;

/** Names the parts of some values by their paths; the first value that has such a part wins. */
export const namesIn =
  (...values: readonly Readonly<Record<string, unknown>>[]): Names =>
  (json) => {
    for (const some of values) {
      for (const name in some) {
        const path = pathIn(plainOf(some[name]), json);
        if (path !== undefined) return `${name}${path}`;
      }
    }
    return undefined;
  };

const printed = (value: Plain, names: Names): string => {
  const name = isWorthAName(value) ? names(jsonOf(value)) : undefined;
  if (name !== undefined) return `‹${name}›`;
  if (Array.isArray(value)) return `[${value.map((one) => printed(one, names)).join(', ')}]`;
  if (!isFields(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, part]) => `${key}: ${printed(part, names)}`);
  return `{${fields.join(', ')}}`;
};

/** A value on one line, with names in the place of parts that have one. */
export const valueText = (value: unknown, names: Names): string => printed(plainOf(value), names);

const isOfOneShape = (a: Plain, b: Plain): boolean =>
  (isFields(a) && isFields(b)) || (Array.isArray(a) && Array.isArray(b) && a.length === b.length);

const changesIn = (path: string, a: Plain | undefined, b: Plain | undefined, names: Names) => {
  if (b === undefined) return [`${path} gone`];
  if (a === undefined) return [`${path}: ${printed(b, names)}`];
  if (isEqual(a, b)) return [];
  const isNamed = isWorthAName(b) && names(jsonOf(b)) !== undefined;
  if (isNamed || !isOfOneShape(a, b)) return [`${path}: ${printed(b, names)}`];
  const [from, to] = [a as Fields, b as Fields];
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return keys.flatMap((key): string[] => changesIn(`${path}.${key}`, from[key], to[key], names));
};

type Context = Readonly<Record<string, unknown>>;

/** Every field that has changed, with its new value; inside an object only what differs in it. */
export const changesText = (before: Context, now: Context, names: Names): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .sort()
    .filter((key) => !Object.is(before[key], now[key]))
    .flatMap((key) => {
      const [a, b] = [before[key], now[key]];
      return changesIn(
        key,
        a === undefined ? undefined : plainOf(a),
        b === undefined ? undefined : plainOf(b),
        names,
      );
    });
