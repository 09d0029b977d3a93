import type { AnyStateNode } from 'xstate';
import { plain } from '../plain.ts';
import type { World } from '../world.ts';

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
  for (const [key, value] of Object.entries(plain(context) as object)) {
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

const valueAt = (traits: Traits, path: string): string => traits.get(path) ?? 'not there';

const tuplesOf = (outcome: Outcome, paths: readonly string[]): ReadonlySet<string> =>
  new Set(outcome.map((traits) => paths.map((path) => valueAt(traits, path)).join(' / ')));

const isDisjoint = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  ![...one].some((value) => other.has(value));

/** How many pairs of outcomes have nothing in common at these paths. */
const separatedBy = (outcomes: readonly Outcome[], paths: readonly string[]): number => {
  const sets = outcomes.map((outcome) => tuplesOf(outcome, paths));
  let count = 0;
  for (const [index, set] of sets.entries()) {
    for (const other of sets.slice(index + 1)) if (isDisjoint(set, other)) count += 1;
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
  const candidates = [...new Set(outcomes.flat().flatMap((traits) => [...traits.keys()]))]
    .filter((path) => tuplesOf(outcomes.flat(), [path]).size > 1)
    .sort((a, b) => a.split('.').length - b.split('.').length || (a < b ? -1 : 1));
  const chosen: string[] = [];
  let separated = 0;
  while (chosen.length < maxPaths) {
    let best: { path: string; count: number } | undefined;
    for (const path of candidates) {
      const count = separatedBy(outcomes, [...chosen, path]);
      if (count > (best?.count ?? separated)) best = { path, count };
    }
    if (!best) break;
    chosen.push(best.path);
    separated = best.count;
  }
  return chosen;
};

const maxValues = 4;

const told = (path: string, outcome: Outcome): string => {
  const values = [...new Set(outcome.map((traits) => valueAt(traits, path)))].sort();
  const listed = values.length > maxValues ? `one of ${values.length} values` : values.join(' or ');
  return `${path}: ${listed}`;
};

/** For each outcome of one step, by the worlds in which it was taken: when that is the outcome. */
export const conditionsOf = (outcomes: readonly (readonly World[])[]): string[] => {
  if (outcomes.length < 2) return outcomes.map(() => '');
  const traits = outcomes.map((worlds) => [...new Set(worlds)].map(traitsOf));
  const paths = tellingPaths(traits.map(someOf));
  return traits.map((outcome) => paths.map((path) => told(path, outcome)).join(', '));
};
