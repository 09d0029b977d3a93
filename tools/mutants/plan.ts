import { dirname } from 'node:path';
import type { Mutant } from './mutant.ts';

/** What one test file reached, and how long it took. */
export type Reach = { test: string; ms: number; places: ReadonlySet<string> };

const shared = (a: string, b: string): number => {
  const [left, right] = [dirname(a).split('/'), dirname(b).split('/')];
  const differs = left.findIndex((part, index) => part !== right[index]);
  return differs === -1 ? left.length : differs;
};

/**
 * The test files that reach a place, in groups to be run one after the other: first the one that
 * is most likely to notice, beside the source; then a few; then all others.
 */
export const testsFor = (mutant: Mutant, place: string, reaches: readonly Reach[]): string[][] => {
  const reaching = reaches.filter(({ places }) => places.has(place));
  const near = ({ test }: Reach) => shared(mutant.file, test);
  const ordered = reaching.sort((a, b) => near(b) - near(a) || a.ms - b.ms).map(({ test }) => test);
  return [ordered.slice(0, 1), ordered.slice(1, 4), ordered.slice(4)].filter(
    ({ length }) => length > 0,
  );
};

/** `runs` of them chosen by the random numbers; all in order when there are no more. */
export const sample = <One>(all: readonly One[], runs: number, random: () => number): One[] => {
  if (all.length <= runs) return [...all];
  const keyed = all.map((one, index) => ({ one, index, key: random() }));
  const chosen = keyed.sort((a, b) => a.key - b.key).slice(0, runs);
  return chosen.sort((a, b) => a.index - b.index).map(({ one }) => one);
};
