import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A transition that a running chart took. */
export type Taken = {
  chart: string;
  id: string;
  /** id of the actor that runs the chart */
  actor: string;
  /** type of the causing event, if a key triggered it; otherwise null */
  keyed: string | null;
};

/** The server's diagnostics channels for lifecycle transitions, by chart id. */
export const lifecycleChannels: Readonly<Record<string, string>> = {
  taskRecord: 'lightwell:task',
  orderRecord: 'lightwell:order',
  paymentRecord: 'lightwell:payment',
  subscriptionRecord: 'lightwell:subscription',
};

/** A lifecycle transition in the server. */
export type Move = { chart: string; from: string; event: string; to: string };

/** The kind of test that measured. */
export type Measurer = 'browser' | 'server';

/** The measurement of one test or one server process, by chart. */
export type Measurement = {
  /** name of the test file, for a browser test */
  file?: string;
  /** transition ids */
  taken?: Record<string, string[]>;
  /** types of events that a key caused */
  keyed?: Record<string, string[]>;
  moves?: Move[];
};

// `new URL` is not used, because it is the DOM's URL in tests with a DOM
const folder = join(fileURLToPath(import.meta.url), '../../../../test-results/chart-coverage');

export const folderOf = (by: Measurer): string => join(folder, by);

/** @public tools/testing calls this at the start of a run. Removes older measurements. */
export const forgetMeasurements = (by: Measurer): void =>
  rmSync(folderOf(by), { recursive: true, force: true });

/** @param name unique within the run */
export const keepMeasurement = (by: Measurer, name: string, measured: Measurement): void => {
  mkdirSync(folderOf(by), { recursive: true });
  writeFileSync(join(folderOf(by), `${name}.json`), JSON.stringify(measured));
};

const wordsByChart = (pairs: readonly (readonly [string, string])[]): Record<string, string[]> => {
  const sets = new Map<string, Set<string>>();
  for (const [chart, word] of pairs) sets.set(chart, (sets.get(chart) ?? new Set()).add(word));
  return Object.fromEntries([...sets].map(([chart, words]) => [chart, [...words]]));
};

/** @public Stores the transitions taken by the pages of a browser test (recorded-test.ts). */
export const keepTaken = (name: string, file: string, all: readonly Taken[]): void =>
  keepMeasurement('browser', name, {
    file,
    taken: wordsByChart(all.map(({ chart, id }) => [chart, id])),
    keyed: wordsByChart(
      all.flatMap(({ chart, keyed }) => (keyed ? [[chart, keyed] as const] : [])),
    ),
  });
