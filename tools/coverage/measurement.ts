import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A transition that a running chart took. */
export type Taken = {
  chart: string;
  id: string;
  /** type of the event that caused it, when a key did; null otherwise */
  keyed: string | null;
};

/** What the server did to a task, in words of the task record's chart. */
export type Move = { from: string; event: string; to: string };

/** Whose tests measured: those in a browser, or those of the server. */
export type Measurer = 'browser' | 'server';

/** What one test, or one server, leaves behind: words by chart. */
export type Measurement = {
  /** name of the test file, of a test in a browser */
  file?: string;
  /** transition ids */
  taken?: Record<string, string[]>;
  /** types of events that a key caused */
  keyed?: Record<string, string[]>;
  moves?: Move[];
};

// no `new URL`: in tests with a DOM it is the DOM's
const root = join(fileURLToPath(import.meta.url), '../../../test-results/chart-coverage');

export const folderOf = (by: Measurer): string => join(root, by);

/** At the start of a whole run of one of them: nothing of an older one counts. */
export const forgetMeasurements = (by: Measurer): void =>
  rmSync(folderOf(by), { recursive: true, force: true });

/** @param name tells it apart from the others of the run */
export const keepMeasurement = (by: Measurer, name: string, measured: Measurement): void => {
  mkdirSync(folderOf(by), { recursive: true });
  writeFileSync(join(folderOf(by), `${name}.json`), JSON.stringify(measured));
};

const wordsByChart = (pairs: readonly (readonly [string, string])[]): Record<string, string[]> => {
  const sets = new Map<string, Set<string>>();
  for (const [chart, word] of pairs) sets.set(chart, (sets.get(chart) ?? new Set()).add(word));
  return Object.fromEntries([...sets].map(([chart, words]) => [chart, [...words]]));
};

/** What the pages of a browser test took. */
export const keepTaken = (name: string, file: string, all: readonly Taken[]): void =>
  keepMeasurement('browser', name, {
    file,
    taken: wordsByChart(all.map(({ chart, id }) => [chart, id])),
    keyed: wordsByChart(
      all.flatMap(({ chart, keyed }) => (keyed ? [[chart, keyed] as const] : [])),
    ),
  });
