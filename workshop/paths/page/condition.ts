import type { AnyStateMachine } from 'xstate';
import { readsOf } from './guard-reads.ts';
import type { Occasion } from './observed.ts';

/*
 * A page describes a guard by the values that it reads. It names at most two of them: those that
 * best separate the occasions on which the guard passed from those on which it failed.
 */

/** A trait is a path, or two paths with equal values: `event.id = inHand`. */
type Trait = { path: string; other?: string };

const longest = 24;

const partOf = (whole: unknown, keys: readonly string[]): unknown => {
  let at = whole;
  for (const key of keys) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
};

const statesOf = ({ _nodes }: Occasion): string =>
  _nodes
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(({ path }) => path.join('.'))
    .join(' + ');

const keysOf = new Map<string, readonly string[]>();

const valueAt = (occasion: Occasion, path: string): unknown => {
  if (path === 'states') return statesOf(occasion);
  const keys = keysOf.get(path) ?? path.split('.');
  keysOf.set(path, keys);
  return keys[0] === 'event'
    ? partOf(occasion.event, keys.slice(1))
    : partOf(occasion.context, keys);
};

const wordOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') {
    if (value === '') return "''";
    return value.length > longest ? 'a text' : value;
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'there';
};

const wordAt = (occasion: Occasion, { path, other }: Trait): string =>
  other === undefined
    ? wordOf(valueAt(occasion, path))
    : String(valueAt(occasion, path) === valueAt(occasion, other));

const maxSampled = 40;

/** An evenly spaced selection, because many occasions are alike. */
const some = (occasions: readonly Occasion[]): readonly Occasion[] => {
  const stride = Math.ceil(occasions.length / maxSampled);
  return occasions.filter((_, index) => index % stride === 0);
};

const isId = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

const depth = (path: string): number => path.split('.').length;

const byDepth = (a: string, b: string): number => depth(a) - depth(b) || (a < b ? -1 : 1);

const maxPaired = 14;

const equalities = (paths: readonly string[], occasions: readonly Occasion[]): Trait[] => {
  const ids = paths
    .filter((path) => occasions.some((one) => isId(valueAt(one, path))))
    .slice(0, maxPaired);
  return ids.flatMap((path, index) => ids.slice(index + 1).map((other) => ({ path, other })));
};

type Rows = readonly (readonly string[])[];

const distinct = (rows: Rows): Rows => [
  ...new Map(rows.map((row) => [row.join('\n'), row])).values(),
];

const rowsOf = (occasions: readonly Occasion[], traits: readonly Trait[]): Rows =>
  distinct(occasions.map((one) => traits.map((trait) => wordAt(one, trait))));

/**
 * Returns the number of rows, on both sides, that differ from every row of the other side in these
 * columns.
 */
const toldApart = (yes: Rows, no: Rows, columns: readonly number[]): number => {
  const project = (row: readonly string[]): string => columns.map((at) => row[at]).join('\n');
  const [yeses, noes] = [new Set(yes.map(project)), new Set(no.map(project))];
  return (
    yes.filter((row) => !noes.has(project(row))).length +
    no.filter((row) => !yeses.has(project(row))).length
  );
};

/** Returns one column if it separates all rows, otherwise the best two columns. */
const bestColumns = (yes: Rows, no: Rows, count: number): readonly number[] => {
  const all = yes.length + no.length;
  let best: readonly number[] = [];
  let most = 0;
  const offer = (columns: readonly number[]): void => {
    const told = toldApart(yes, no, columns);
    if (told > most) [best, most] = [columns, told];
  };
  for (let one = 0; one < count; one += 1) offer([one]);
  if (most === all) return best;
  for (let one = 0; one < count; one += 1) {
    for (let other = one + 1; other < count; other += 1) offer([one, other]);
  }
  return best;
};

const maxWords = 6;

const listed = (words: ReadonlySet<string>): string => [...words].sort().join('|');

const isNumber = (word: string): boolean => word !== '' && Number.isFinite(Number(word));

const told = ({ path, other }: Trait, yes: Set<string>, no: Set<string>): string => {
  if (other !== undefined) return `${path} ${yes.has('true') ? '=' : '≠'} ${other}`;
  const isDisjoint = [...yes].every((word) => !no.has(word));
  if (isDisjoint && no.size === 1 && (yes.size > 1 || no.has('null'))) {
    return `${path} ≠ ${listed(no)}`;
  }
  if (yes.size <= maxWords) return `${path} = ${listed(yes)}`;
  if (isDisjoint && no.size <= maxWords) return `${path} ≠ ${listed(no)}`;
  if ([...yes].every(isNumber)) {
    const numbers = [...yes].map(Number);
    return `${path} = ${Math.min(...numbers)}…${Math.max(...numbers)}`;
  }
  return `${path} = one of many`;
};

const readPaths = (
  guard: unknown,
  machine: AnyStateMachine,
  occasions: readonly Occasion[],
): string[] => {
  const paths = new Set(occasions.flatMap((one) => [...readsOf(guard, machine, one)]));
  return [...paths].sort(byDepth);
};

/** Returns the best traits, and whether they separate all passed occasions from all failed ones. */
const chosen = (
  traits: readonly Trait[],
  yes: readonly Occasion[],
  no: readonly Occasion[],
): { text: string; isWhole: boolean } => {
  const [yesRows, noRows] = [rowsOf(yes, traits), rowsOf(no, traits)];
  const columns = bestColumns(yesRows, noRows, traits.length);
  const phrases = columns.flatMap((column) => {
    const trait = traits[column];
    const wordsIn = (rows: Rows) => new Set(rows.map((row) => row[column] ?? ''));
    return trait ? [told(trait, wordsIn(yesRows), wordsIn(noRows))] : [];
  });
  const isWhole = toldApart(yesRows, noRows, columns) === yesRows.length + noRows.length;
  return { text: phrases.join(', '), isWhole };
};

const isConstant = (trait: Trait, occasions: readonly Occasion[]): boolean =>
  new Set(occasions.map((one) => wordAt(one, trait))).size === 1;

/**
 * The condition of a guard in at most two phrases. Empty if the guard never ran, or always returned
 * the same value.
 */
export const conditionOf = (
  guard: unknown,
  machine: AnyStateMachine,
  yes: readonly Occasion[],
  no: readonly Occasion[],
): string => {
  if (yes.length === 0 || no.length === 0) return '';
  const sampled = [...some(yes), ...some(no)];
  const paths = readPaths(guard, machine, sampled);
  const alone = chosen(
    paths.map((path) => ({ path })),
    yes,
    no,
  );
  if (alone.isWhole) return alone.text;
  const equal = equalities(paths, sampled).filter((trait) => isConstant(trait, yes));
  return chosen([...paths.map((path) => ({ path })), ...equal], yes, no).text;
};
