import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/fingerprint.ts';
import { enginePrintNow } from './engine-print.ts';
import { type Explored, exploredPrintsNow, printOf } from './explored-prints.ts';

/** Fingerprints of what decides some tests: while they stay, those tests give the same answer. */
export type Prints = {
  engine: string;
  /** by what is explored */
  explored: Readonly<Record<string, string>>;
};

/** docs/passed.json: what was there when all of these tests passed (0378). */
export type Passed = Prints & {
  /** one that was written by hand has another */
  seal: string;
};

const file = join(root, 'docs', 'passed.json');

const sorted = (prints: Prints['explored']) =>
  Object.fromEntries(
    Object.keys(prints)
      .toSorted()
      .map((one) => [one, prints[one] ?? '']),
  );

export const sealed = (prints: Prints): Passed => {
  const told = { engine: prints.engine, explored: sorted(prints.explored) };
  const words = `passed: ${JSON.stringify(told)}`;
  return { ...told, seal: createHash('sha256').update(words).digest('hex').slice(0, 12) };
};

const nothing: Prints = { engine: '', explored: {} };

/** What has passed; nothing without a right seal. */
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

/**
 * What has passed after a run in which every test passed that it took.
 * @param before the prints when it began: what was edited meanwhile is not proved
 * @param isWhole whether it took all tests of the engine
 */
export const passedAfter = (
  kept: Prints,
  { before, now, isWhole }: { before: Prints; now: Prints; isWhole: boolean },
): Prints => {
  const stayed = Object.entries(now.explored).filter(([one, is]) => before.explored[one] === is);
  const engine = isWhole && before.engine === now.engine ? now.engine : kept.engine;
  return { engine, explored: Object.fromEntries(stayed) };
};

export const keepPassed = (before: Prints, isWhole: boolean): void => {
  const passed = passedAfter(keptPassed(), { before, now: printsNow(), isWhole });
  writeFileSync(file, `${JSON.stringify(sealed(passed), null, 2)}\n`);
};

/** The tag of tests that only whole runs take. */
export const longTag = 'whole';

/** Tests of what is as it was when they passed need not run again, except in a whole run. */
export const tagsOf = (explored: Explored): string[] =>
  keptPassed().explored[explored] === printOf(explored) ? [longTag] : [];
