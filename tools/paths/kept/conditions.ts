import type { AnyStateNode } from 'xstate';
import type { World } from '../world.ts';
import { plainOf } from './value-text.ts';

/*
 * The same step may lead to several outcomes, because guards read the context or another region.
 * What the situations of each outcome have in common, and no other outcome has, is told with it:
 * a guard that says the opposite would otherwise only swap two lines.
 */

type Traits = ReadonlyMap<string, string>;

const deepest = 4;
const longest = 40;

const addTraits = (traits: Map<string, string>, path: string, value: unknown, depth: number) => {
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value);
    if (text.length <= longest) traits.set(path, text);
    return;
  }
  traits.set(path, Array.isArray(value) ? `${value.length} of them` : 'there');
  if (depth === deepest) return;
  for (const [key, part] of Object.entries(value)) {
    addTraits(traits, `${path}.${key}`, part, depth + 1);
  }
};

const regionOf = (leaf: AnyStateNode): AnyStateNode | undefined => {
  for (let at: AnyStateNode | undefined = leaf; at; at = at.parent) {
    if (at.parent?.type === 'parallel') return at;
  }
  return undefined;
};

const known = new WeakMap<World, Traits>();

/** Short values in the context, and where each region is. */
const traitsOf = (world: World): Traits => {
  const before = known.get(world);
  if (before) return before;
  const traits = new Map<string, string>();
  const { context, _nodes } = world.snapshot;
  for (const [key, value] of Object.entries(plainOf(context) as object)) {
    addTraits(traits, key, value, 1);
  }
  for (const leaf of _nodes.filter(({ type }) => type === 'atomic' || type === 'final')) {
    const region = regionOf(leaf);
    if (region) {
      const inside = leaf.path.slice(region.path.length).join('.');
      traits.set(`in ${region.path.join('.')}`, inside);
    }
  }
  known.set(world, traits);
  return traits;
};

type Outcome = readonly Traits[];

const absent = 'not there';

const valueAt = (traits: Traits, path: string): string => traits.get(path) ?? absent;

/** The values at a path as small numbers, by outcome: the same number for the same value. */
type Column = { path: string; numbers: readonly Int32Array[]; size: number };

/** The columns of all paths at which the value is not the same everywhere. */
const columnsOf = (outcomes: readonly Outcome[]): Column[] => {
  const made = new Map<string, { numbers: Int32Array[]; known: Map<string, number> }>();
  const begun = () => ({
    numbers: outcomes.map(({ length }) => new Int32Array(length)),
    known: new Map([[absent, 0]]),
  });
  for (const [at, outcome] of outcomes.entries()) {
    for (const [index, traits] of outcome.entries()) {
      for (const [path, value] of traits) {
        const column = made.get(path) ?? begun();
        made.set(path, column);
        const number = column.known.get(value) ?? column.known.size;
        column.known.set(value, number);
        (column.numbers[at] as Int32Array)[index] = number;
      }
    }
  }
  return [...made]
    .map(([path, { numbers, known }]) => ({ path, numbers, size: known.size }))
    .filter(({ numbers }) => {
      const first = numbers[0]?.[0];
      return numbers.some((some) => some.some((number) => number !== first));
    });
};

/** Numbers for the pairs of what two columns hold at the same places. */
const joined = (told: readonly number[][], { numbers, size }: Column): number[][] =>
  told.map((some, at) => some.map((one, index) => one * size + (numbers[at]?.[index] ?? 0)));

const isDisjoint = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean => {
  for (const value of one) if (other.has(value)) return false;
  return true;
};

/** How many pairs of outcomes have nothing in common there. */
const separatedBy = (told: readonly number[][]): number => {
  const sets = told.map((numbers) => new Set(numbers));
  let count = 0;
  for (const [index, set] of sets.entries()) {
    for (let next = index + 1; next < sets.length; next += 1) {
      if (isDisjoint(set, sets[next] ?? new Set())) count += 1;
    }
  }
  return count;
};

const maxPaths = 3;

const maxCompared = 120;

/** Enough of an outcome's situations to choose by, from all over: a tray has thousands. */
const someOf = (outcome: Outcome): Outcome => {
  const stride = Math.ceil(outcome.length / maxCompared);
  return outcome.filter((_, index) => index % stride === 0);
};

/** Few paths, the shortest ones, that tell the outcomes apart as well as any can. */
const tellingPaths = (outcomes: readonly Outcome[]): string[] => {
  const candidates = columnsOf(outcomes).sort(
    ({ path: a }, { path: b }) => a.split('.').length - b.split('.').length || (a < b ? -1 : 1),
  );
  const chosen: string[] = [];
  let separated = 0;
  let told = outcomes.map((outcome) => outcome.map(() => 0));
  while (chosen.length < maxPaths) {
    let best: { path: string; count: number; both: number[][] } | undefined;
    for (const column of candidates) {
      const both = joined(told, column);
      const count = separatedBy(both);
      if (count > (best?.count ?? separated)) best = { path: column.path, count, both };
    }
    if (!best) break;
    chosen.push(best.path);
    separated = best.count;
    told = best.both;
  }
  return chosen;
};

const maxValues = 4;

const valuesTold = (path: string, outcome: Outcome): string => {
  const values = [...new Set(outcome.map((traits) => valueAt(traits, path)))].sort();
  const listed = values.length > maxValues ? `one of ${values.length} values` : values.join(' or ');
  return `${path}: ${listed}`;
};

/** For each outcome of one step, by the worlds in which it was taken: when that is the outcome. */
export const conditionsOf = (outcomes: readonly (readonly World[])[]): string[] => {
  if (outcomes.length < 2) return outcomes.map(() => '');
  const traits = outcomes.map((worlds) => [...new Set(worlds)].map(traitsOf));
  const paths = tellingPaths(traits.map(someOf));
  return traits.map((outcome) => paths.map((path) => valuesTold(path, outcome)).join(', '));
};
