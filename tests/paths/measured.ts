import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A transition that a running chart took. */
export type Taken = {
  chart: string;
  id: string;
  /** type of the event that caused it, when a key did; null otherwise */
  keyed: string | null;
};

/** Who measured: the charts of the browser tests, or those of the server's tests. */
type Measurer = 'browser' | 'server';

type Sets = Map<string, Set<string>>;

export type Measured = {
  /** transition ids by chart */
  taken: Sets;
  /** types of events that a key caused, by chart */
  keyed: Sets;
};

type Stored = Record<keyof Measured, Record<string, string[]>>;

const root = fileURLToPath(new URL('../../test-results/chart-coverage', import.meta.url));

const emptyMeasured = (): Measured => ({ taken: new Map(), keyed: new Map() });

const add = (sets: Sets, chart: string, word: string): void => {
  const known = sets.get(chart) ?? new Set();
  sets.set(chart, known.add(word));
};

const plainOf = (sets: Sets): Record<string, string[]> =>
  Object.fromEntries([...sets].map(([chart, words]) => [chart, [...words]]));

/** At the start of a run: nothing of an older one counts. */
export const forgetMeasured = (by: Measurer): void =>
  rmSync(join(root, by), { recursive: true, force: true });

/** Keeps what one test took; `name` tells it apart from the others of the run. */
export const keepMeasured = (by: Measurer, name: string, all: readonly Taken[]): void => {
  const { taken, keyed } = emptyMeasured();
  for (const one of all) {
    add(taken, one.chart, one.id);
    if (one.keyed !== null) add(keyed, one.chart, one.keyed);
  }
  const stored: Stored = { taken: plainOf(taken), keyed: plainOf(keyed) };
  mkdirSync(join(root, by), { recursive: true });
  writeFileSync(join(root, by, `${name}.json`), JSON.stringify(stored));
};

const filesOf = (by: Measurer): string[] => {
  try {
    return readdirSync(join(root, by)).map((name) => join(root, by, name));
  } catch {
    return [];
  }
};

/** Of the last runs, all tests together; undefined where there was none. */
export const readMeasured = (): Measured | undefined => {
  const files = [...filesOf('browser'), ...filesOf('server')];
  if (files.length === 0) return undefined;
  const merged = emptyMeasured();
  for (const file of files) {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Stored;
    for (const kind of ['taken', 'keyed'] as const) {
      for (const [chart, words] of Object.entries(stored[kind])) {
        for (const word of words) add(merged[kind], chart, word);
      }
    }
  }
  return merged;
};
