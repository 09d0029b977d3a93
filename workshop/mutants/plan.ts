import { dirname } from 'node:path';
import type { Mutant } from './mutant.ts';
import { isOfFunction } from './reach.ts';

type Places = ReadonlySet<string>;

/** The places that one test file reaches, and its duration. */
export type Reach = {
  test: string;
  ms: number;
  /** places reached outside its tests, for example at its import */
  places: Places;
  tests: readonly { name: string; ms: number; places: Places }[];
};

/** Tests of one file by their full names; all tests of the file if there are no names. */
export type Chosen = { test: string; names?: string[]; ms: number };

const shared = (a: string, b: string): number => {
  const [left, right] = [dirname(a).split('/'), dirname(b).split('/')];
  const differs = left.findIndex((part, index) => part !== right[index]);
  return differs === -1 ? left.length : differs;
};

const chosenOf = ({ test, ms, places, tests }: Reach, place: string): Chosen[] => {
  if (places.has(place)) return [{ test, ms }];
  const reaching = tests.filter((one) => one.places.has(place));
  if (reaching.length === 0) return [];
  const names = reaching.map(({ name }) => name);
  return [{ test, names, ms: reaching.reduce((sum, one) => sum + one.ms, 0) }];
};

/** The id of the mutant's chart, as in test titles. Null if the file is not in `machines/`. */
const chartOf = ({ file }: Mutant): string | null => {
  const folder = /^machines\/([^/]+)\//.exec(file)?.[1];
  return folder?.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) ?? null;
};

/** Tests of all charts that name the mutant's chart in their titles. */
const namedAfterChart = (mutant: Mutant, place: string, reaches: readonly Reach[]): Chosen[] => {
  const chart = chartOf(mutant);
  if (chart === null) return [];
  const word = new RegExp(`\\b${chart}\\b`);
  return reaches
    .filter(({ test, places }) => test.startsWith('workshop/') && places.has(place))
    .flatMap(({ test, tests }) => {
      const own = tests.filter(({ name }) => word.test(name));
      const names = own.map(({ name }) => name);
      return names.length > 0
        ? [{ test, names, ms: own.reduce((sum, { ms }) => sum + ms, 0) }]
        : [];
    });
};

const quickest = 2;

/**
 * The quickest tests of kept screens that reach the place. They detect most faults of components.
 * For a place that is reached by an import, returns the tests that reach a function of the file.
 */
const keptScreens = (mutant: Mutant, place: string, reaches: readonly Reach[]): Chosen[] => {
  const reachesIt = (places: Places) =>
    isOfFunction(place)
      ? places.has(place)
      : [...places].some((one) => one.startsWith(`${mutant.file}:`));
  return reaches
    .filter(({ test }) => test.startsWith('workshop/gallery/screens/'))
    .flatMap(({ test, tests }) => {
      const reaching = tests.filter(({ places }) => reachesIt(places));
      const own = [...reaching].sort((a, b) => a.ms - b.ms).slice(0, quickest);
      const names = reaching.filter((one) => own.includes(one)).map(({ name }) => name);
      return names.length > 0
        ? [{ test, names, ms: own.reduce((sum, { ms }) => sum + ms, 0) }]
        : [];
    });
};

/**
 * Returns the tests that reach a place, in groups that run one after another. The groups most
 * likely to fail come first: tests beside the source, tests that name its chart, and kept screens.
 * Then follow a few other tests, all remaining tests, and finally the whole files of the chosen
 * tests.
 */
export const testsFor = (mutant: Mutant, place: string, reaches: readonly Reach[]): Chosen[][] => {
  const near = ({ test }: Chosen) => shared(mutant.file, test);
  const ordered = reaches
    .flatMap((reach) => chosenOf(reach, place))
    .sort((a, b) => near(b) - near(a) || a.ms - b.ms);
  return [
    ordered.slice(0, 1),
    namedAfterChart(mutant, place, reaches),
    keptScreens(mutant, place, reaches),
    ordered.slice(1, 4),
    ordered.slice(4),
    // the first test reaches a value that is created once per file, but later tests read this
    // value, too
    ordered.filter(({ names }) => names).map(({ test, ms }) => ({ test, ms })),
  ].filter(({ length }) => length > 0);
};

/** A random selection of `runs` items in their order, or all items if there are not more. */
export const sample = <One>(all: readonly One[], runs: number, random: () => number): One[] => {
  if (all.length <= runs) return [...all];
  const keyed = all.map((one, index) => ({ one, index, key: random() }));
  const chosen = keyed.sort((a, b) => a.key - b.key).slice(0, runs);
  return chosen.sort((a, b) => a.index - b.index).map(({ one }) => one);
};
