import type { Failure } from './failure.ts';
import type { Mutant } from './mutant.ts';
import type { Chosen } from './plan.ts';

export type Some = Pick<Chosen, 'test' | 'names'>;

/** Runs tests with one mutant, or without one. No method throws. */
export type Bench = {
  /** returns the first failure; tests that exceed the limit fail with a time-out */
  run(mutant: Mutant | null, tests: readonly Some[], limitMs: number): Promise<Failure | null>;
  /** true if the mutant's file, and the files of its group that import it, can be imported */
  loads(file: string, mutant: Mutant | null): Promise<boolean>;
  /** the next run uses new processes */
  renew(): void;
};

/**
 * `notLoading`: the modules with the mutant cannot be imported, so nothing is learned about the
 * tests. `unclear`: the tests do not give the same result twice. `unreached`: no test reaches the
 * changed place.
 */
export const kinds = [
  'assertion',
  'timeout',
  'unhandled',
  'notLoading',
  'survived',
  'unreached',
  'unclear',
] as const;
export type Kind = (typeof kinds)[number];
export type Outcome = { kind: Kind; by: string | null };

const tries = 3;

/** Tests that take this many times their usual duration count as an endless loop. */
const patience = 10;
const minPatienceMs = 180_000;

/**
 * Shorter than every wait in the tests, including long polls. A test that failed sooner did not
 * fail for lack of time.
 */
const waitingMs = 19_000;

const limitOf = (tests: readonly Chosen[]): number => {
  const usual = tests.reduce((sum, { ms }) => sum + ms, 0);
  return Math.max(minPatienceMs, Math.round(patience * usual));
};

const starts = (all: readonly string[] | undefined, names: readonly string[] | undefined) =>
  all === undefined || names === undefined
    ? all === names
    : names.every((name, index) => name === all[index]);

/**
 * Runs of one file that passed without a mutant. The same tests need not run again if an assertion
 * fails at once. Failures that may be caused by lack of time are checked again each time.
 */
export class Passes {
  readonly #runs: Some[] = [];

  has([first, ...more]: readonly Some[]): boolean {
    if (!first || more.length > 0) return false;
    return this.#runs.some(({ test, names }) => test === first.test && starts(names, first.names));
  }

  add([first, ...more]: readonly Some[]): void {
    if (first && more.length === 0) this.#runs.push(first);
  }
}

const mayBeTooSlow = ({ kind, ms }: Failure): boolean => kind !== 'assertion' || ms >= waitingMs;

/** Returns null if the mutant does not cause the failure. */
const outcomeOf = async (
  bench: Bench,
  mutant: Mutant,
  failure: Failure,
  fails: (mutant: Mutant | null) => Promise<boolean>,
  hasRunAlone: boolean,
): Promise<Outcome | null> => {
  if (await fails(null)) return null;
  const { kind, test: by } = failure;
  if (kind === 'load' && !(await bench.loads(mutant.file, mutant))) {
    return (await bench.loads(mutant.file, null)) ? { kind: 'notLoading', by } : null;
  }
  const isProved = hasRunAlone && !mayBeTooSlow(failure);
  if (!isProved && !(await fails(mutant))) return null;
  // the file calls the mutated code outside its tests, while the tests are collected
  return { kind: kind === 'load' ? 'assertion' : kind, by };
};

/** Returns the tests up to the failed one, because it may depend on earlier tests of its file. */
const untilFailure = (group: readonly Chosen[], { file, names }: Failure): readonly Some[] => {
  const ran = group.find(({ test }) => test === file);
  if (file === null || !ran) return group;
  const chosen = ran.names ?? [];
  const last = chosen.indexOf(names?.[0] ?? '');
  return [{ test: file, ...(last >= 0 && { names: chosen.slice(0, last + 1) }) }];
};

/** Returns null if a test failed but proves nothing about the mutant. */
const judgeOnce = async (
  bench: Bench,
  mutant: Mutant,
  groups: readonly Chosen[][],
  passes: Passes,
  longer: number,
): Promise<Outcome | null> => {
  for (const group of groups) {
    const limitMs = limitOf(group) * longer;
    const failure = await bench.run(mutant, group, limitMs);
    if (!failure) continue;
    const again = untilFailure(group, failure);
    const fails = async (of: Mutant | null) => {
      if (of === null && !mayBeTooSlow(failure) && passes.has(again)) return false;
      const hasFailed = (await bench.run(of, again, limitMs)) !== null;
      if (of === null && !hasFailed) passes.add(again);
      return hasFailed;
    };
    return await outcomeOf(bench, mutant, failure, fails, group.length === 1);
  }
  return { kind: 'survived', by: null };
};

/**
 * Runs groups of tests until one test fails. The failed test must pass without the mutant, after
 * the earlier tests of its file. It must fail again with the mutant if lack of time, or state left
 * by other files, may have caused the failure.
 */
export const judge = async (
  bench: Bench,
  mutant: Mutant,
  groups: readonly Chosen[][],
  passes = new Passes(),
): Promise<Outcome> => {
  if (groups.length === 0) return { kind: 'unreached', by: null };
  for (let n = 0; n < tries; n += 1) {
    const outcome = await judgeOnce(bench, mutant, groups, passes, 2 ** n);
    if (outcome) return outcome;
    bench.renew();
  }
  return { kind: 'unclear', by: null };
};
