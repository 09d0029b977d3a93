import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildInputs, fingerprintOfFiles, root } from '../build/fingerprint.ts';
import { charts, descriptorFiles, neighbours } from '../paths/charts.ts';
import { keptFile } from '../paths/kept/kept-files.ts';
import type { Explored, ExploringFile } from './explored.ts';
import { setUpOfTests, withImports } from './sources-of-tests.ts';

/**
 * The tables of charts import every chart. The path kit takes only names from them, so their own
 * imports do not count for it.
 */
export const tablesOfCharts = ['machines/app/children.derived.ts', 'machines/app/children.ts'];

const isNoTable = (file: string): boolean => !tablesOfCharts.includes(file);

/** What compiles and prepares the tests. */
const setUp = (): string[] => [
  ...withImports(['tests/unit/setup.ts']),
  ...globSync('tsconfig*.json', { cwd: root }),
  ...['package.json', 'tools/build/vite-plugins.ts', ...setUpOfTests],
];

const sorted = (...files: readonly (readonly string[])[]): string[] =>
  [...new Set(files.flat())].sort();

/** The path kit with the tests of all charts, but without the charts. */
export const filesOfKit = (): string[] =>
  sorted(withImports(['tools/paths/charts.test.ts'], isNoTable), tablesOfCharts);

/** @returns from the root: the files that decide the tests of a chart */
export const filesOfChart = (chart: string): string[] => {
  const descriptor = descriptorFiles[chart];
  if (!descriptor) throw new Error(`there is no chart ${chart}`);
  return sorted(filesOfKit(), withImports([descriptor]), [keptFile(chart)], setUp());
};

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

const below = (path: string): string[] =>
  statSync(join(root, path)).isFile()
    ? [path]
    : globSync(`${path}/**/*.*`, { cwd: root }).filter((file) => !isTest(file));

const decidedBy: Readonly<Record<ExploringFile, (test: ExploringFile) => readonly string[]>> = {
  // all that a page is built from, and what its screens are compared with
  'tools/gallery/screens/screens.test.tsx': (test) => [
    ...withImports([test]),
    ...[...buildInputs, 'tests/screens'].flatMap(below),
  ],
  'tools/paths/together/walk-together.test.ts': (test) =>
    withImports([test, ...Object.values(descriptorFiles)]),
  // its chart is a sample of the kit
  'tools/paths/kept/expected.test.ts': (test) => [
    ...withImports([test], isNoTable),
    ...tablesOfCharts,
  ],
};

/** @returns from the root: the files that decide the tests of a test file */
export const filesOfTest = (test: ExploringFile): string[] =>
  sorted(decidedBy[test](test), setUp());

const isFile = (explored: Explored): explored is ExploringFile => explored in decidedBy;

const filesOf = (explored: Explored): string[] =>
  isFile(explored) ? filesOfTest(explored) : filesOfChart(explored.replace('chart ', ''));

const allExplored = (): Explored[] => [
  ...Object.keys(charts).map((chart): Explored => `chart ${chart}`),
  ...(Object.keys(decidedBy) as ExploringFile[]),
];

/**
 * By what is explored: a fingerprint that changes with every file that decides its tests.
 * @param printOf of these files, and of words that are no file
 */
export const exploredPrintsNow = (printOf = fingerprintOfFiles): Record<string, string> => {
  const names = JSON.stringify(neighbours);
  return Object.fromEntries(
    allExplored().map((one) => [one, printOf(filesOf(one), `${one} ${names}`)]),
  );
};
