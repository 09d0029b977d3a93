import { dirname } from 'node:path';
import type { Mutant } from './mutant.ts';
import { isOfFunction } from './reach.ts';

type Places = ReadonlySet<string>;

/** The places that one test file reached, and its duration. */
export type Reach = {
  test: string;
  ms: number;
  /** places reached outside its tests, for example when it was imported */
  places: Places;
  tests: readonly { name: string; ms: number; places: Places }[];
};

/** Tests of one file by their full names. Without names, all tests of the file. */
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

/**
 * The id of the mutant's chart, as tests of all charts name it; null if the file is not below
 * `machines/`.
 */
const chartOf = ({ file }: Mutant): string | null => {
  const folder = /^machines\/([^/]+)\//.exec(file)?.[1];
  return folder?.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) ?? null;
};

/** Tests that name the mutant's chart, from test files with one test for each chart. */
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
 * The tests of the kept screens, which notice most faults of components. Returns the quickest tests
 * that reach the place. If an import reaches the place, returns those that reach a function of the
 * file.
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
 * The tests that reach a place, in groups to be run one after another: first those most likely to
 * notice (beside the source, those that name its chart, and kept screens); then a few; then all
 * others; finally the whole files of those.
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
    // a value that is made once per file is reached only by the first test, but also read by later
    // tests
    ordered.filter(({ names }) => names).map(({ test, ms }) => ({ test, ms })),
  ].filter(({ length }) => length > 0);
};

/** Chooses `runs` items at random. If there are at most that many, returns all of them in order. */
export const sample = <One>(all: readonly One[], runs: number, random: () => number): One[] => {
  if (all.length <= runs) return [...all];
  const keyed = all.map((one, index) => ({ one, index, key: random() }));
  const chosen = keyed.sort((a, b) => a.key - b.key).slice(0, runs);
  return chosen.sort((a, b) => a.index - b.index).map(({ one }) => one);
};
