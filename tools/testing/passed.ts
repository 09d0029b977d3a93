import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/fingerprint.ts';
import { enginePrintNow, engineTag } from './engine-print.ts';
import { exploredPrintsNow } from './explored-prints.ts';
import type { Answer } from './vitest-answers.ts';

/** Fingerprints of what decides some tests: while they stay, those tests give the same answer. */
export type Prints = {
  /** '' when nothing is known of it */
  engine: string;
  /** by what is explored */
  explored: Readonly<Record<string, string>>;
};

/** docs/passed.json: the prints with which these tests have passed (0378). */
export type Passed = Prints & {
  /** made from the prints: a print that was written by hand does not fit it */
  seal: string;
};

const file = join(root, 'docs', 'passed.json');

const inOrder = (prints: Prints['explored']) =>
  Object.fromEntries(Object.entries(prints).toSorted(([a], [b]) => (a < b ? -1 : 1)));

export const sealed = (prints: Prints): Passed => {
  const told = { engine: prints.engine, explored: inOrder(prints.explored) };
  const words = `passed: ${JSON.stringify(told)}`;
  return { ...told, seal: createHash('sha256').update(words).digest('hex').slice(0, 12) };
};

const nothing: Prints = { engine: '', explored: {} };

/** What has passed; nothing when the seal does not fit. */
export const readPassed = (text: string): Prints => {
  try {
    const { engine, explored, seal } = JSON.parse(text) as Passed;
    return sealed({ engine, explored }).seal === seal ? { engine, explored } : nothing;
  } catch {
    return nothing;
  }
};

export const keptPassed = (): Prints =>
  existsSync(file) ? readPassed(readFileSync(file, 'utf8')) : nothing;

export const printsNow = (): Prints => ({
  engine: enginePrintNow(),
  explored: exploredPrintsNow(),
});

/** What is explored whose tests have passed with the prints of now: they need not run. */
export const provedOf = (kept: Prints, now: Prints): string[] =>
  Object.keys(now.explored).filter((one) => kept.explored[one] === now.explored[one]);

/** A run of Vitest. */
export type Run = {
  /** the prints when it began, and when it was over */
  before: Prints;
  now: Prints;
  answers: readonly Answer[];
  /** whether Vitest says so, too: errors outside of tests fail a run, and are in no answer */
  isOk: boolean;
  /** whether it took all tests */
  isWhole: boolean;
};

const isOf =
  (explored: string) =>
  ({ file: test, fullName }: Answer): boolean =>
    explored.startsWith('chart ')
      ? test === 'tools/paths/charts.test.ts' &&
        fullName.startsWith(`the ${explored.replace('chart ', '')} chart `)
      : test === explored;

/** Explorations are pure: one that passed only when it was repeated has proved nothing. */
const hasProved = (explored: string, kept: Prints, run: Run): boolean => {
  const { before, now, answers, isOk } = run;
  const own = answers.filter(isOf(explored)).map(({ answer }) => answer);
  const print = now.explored[explored];
  if (own.length === 0 || before.explored[explored] !== print) return false;
  const isKept = kept.explored[explored] === print;
  const isLeftOrPassed = own.every((answer) => answer === 'passed' || answer === 'left out');
  return isLeftOrPassed && (isKept || (isOk && !own.includes('left out')));
};

const engineAfter = (kept: Prints, { before, now, answers, isOk, isWhole }: Run): string => {
  const own = answers.filter(({ tags }) => tags.includes(engineTag));
  if (own.some(({ answer }) => answer === 'failed' || answer === 'skipped')) return '';
  const isProved = isWhole && isOk && own.length > 0 && before.engine === now.engine;
  return isProved ? now.engine : kept.engine;
};

/** What has passed after a run. A failed or skipped test, and a repeated one of an exploration, takes away what was kept. */
export const passedAfter = (kept: Prints, run: Run): Prints => ({
  engine: engineAfter(kept, run),
  explored: Object.fromEntries(
    Object.entries(run.now.explored).filter(([one]) => hasProved(one, kept, run)),
  ),
});

export const keepPassed = (run: Omit<Run, 'now'>): void => {
  const passed = passedAfter(keptPassed(), { ...run, now: printsNow() });
  writeFileSync(file, `${JSON.stringify(sealed(passed), null, 2)}\n`);
};
