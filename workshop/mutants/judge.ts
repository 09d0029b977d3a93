import type { Failure } from './failure.ts';
import type { Mutant } from './mutant.ts';
import type { Chosen } from './plan.ts';

export type Some = Pick<Chosen, 'test' | 'names'>;

/** Where tests are run with a mutant, or without one. No method throws. */
export type Bench = {
  /** the first failure; tests that take longer than the limit are a time-out */
  run(mutant: Mutant | null, tests: readonly Some[], limitMs: number): Promise<Failure | null>;
  /** whether the mutant's file, and the files of its group that import it, can be imported */
  loads(file: string, mutant: Mutant | null): Promise<boolean>;
  /** the next run is made by new processes */
  renew(): void;
};

/**
 * `notLoading`: its modules cannot be imported, so it says nothing about the tests. `unclear`: its
 * tests do not give the same answer twice. `unreached`: no test reaches its place.
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

/** Tests still running after this many times their usual duration are caught in a loop. */
const patience = 10;
const minPatienceMs = 180_000;

/** No wait in the suites gives up sooner, long polls of the server included: what fails before was not short of time. */
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
 * Runs of one file that passed without a mutant: the first tests of such a run need not run again when
 * the same assertion fails at once. What may have been short of time is proved anew each time.
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

/** Null when the failure is none of the mutant's. */
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
  // a file that calls what it tests while its tests are collected
  return { kind: kind === 'load' ? 'assertion' : kind, by };
};

/** What ran until the failure: a test may depend on those of its file that ran before it. */
const untilFailure = (group: readonly Chosen[], { file, names }: Failure): readonly Some[] => {
  const ran = group.find(({ test }) => test === file);
  if (file === null || !ran) return group;
  const chosen = ran.names ?? [];
  const last = chosen.indexOf(names?.[0] ?? '');
  return [{ test: file, ...(last >= 0 && { names: chosen.slice(0, last + 1) }) }];
};

/** Null when a test failed and is not a witness against the mutant. */
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
 * Runs groups of tests until one fails. The test that failed, after those of its file that ran before it,
 * has to pass without the mutant, and to fail again with it when it may have been short of time or when
 * other files ran in front of it, whose leavings may have failed it.
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
