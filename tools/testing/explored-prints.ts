import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chartIds, dialogKinds } from '../../machines/app/children.derived.ts';
import { buildInputs, fingerprintOfFiles, root } from '../build/fingerprint.ts';
import { charts, descriptorFiles, neighbours } from '../paths/charts.ts';
import { keptFile } from '../paths/kept/kept-files.ts';
import { setUpOfTests, withImports } from './sources-of-tests.ts';

const chartsTest = 'tools/paths/charts.test.ts';

/** Test files in which one thing is explored, and the folders that they read apart from what they import. */
const wholeTests = {
  'tools/gallery/screens/screens.test.tsx': [...buildInputs, 'tests/screens'],
  'tools/paths/together/walk-together.test.ts': [],
  'tools/paths/kept/expected.test.ts': [],
} satisfies Record<string, readonly string[]>;

type WholeTest = keyof typeof wholeTests;

/** Tests that are left out together: those of one chart, or of one file. */
export type Explored = `chart ${string}` | WholeTest;

/** It imports every chart; the path kit takes only names from it, which are part of each print. */
export const tableOfCharts = 'machines/app/children.derived.ts';
const namesInTable = () => JSON.stringify([chartIds, dialogKinds, neighbours]);

/** The path kit with the tests of all charts, without the charts. */
export const filesOfKit = (): string[] =>
  withImports([chartsTest], (file) => file !== tableOfCharts);

/** @returns from the root: what decides the tests of a chart, apart from the names in the table of charts */
export const filesOfChart = (chart: string): string[] => {
  const descriptor = descriptorFiles[chart];
  if (!descriptor) throw new Error(`there is no chart ${chart}`);
  const own = withImports([descriptor]);
  return [...new Set([...filesOfKit(), ...own, keptFile(chart), ...setUpOfTests])].sort();
};

const below = (path: string): string[] =>
  statSync(join(root, path)).isFile() ? [path] : globSync(`${path}/**/*.*`, { cwd: root });

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** @returns from the root: what decides the tests of a file */
export const filesOfTest = (test: WholeTest): string[] => {
  const read = wholeTests[test].flatMap(below).filter((file) => !isTest(file));
  return [...new Set([...withImports([test]), ...read, ...setUpOfTests])].sort();
};

const isWholeTest = (explored: Explored): explored is WholeTest => explored in wholeTests;

/** The same as long as none of these tests can give another answer. */
export const printOf = (explored: Explored): string =>
  isWholeTest(explored)
    ? fingerprintOfFiles(filesOfTest(explored), explored)
    : fingerprintOfFiles(filesOfChart(explored.replace('chart ', '')), namesInTable());

export const allExplored = (): Explored[] => [
  ...Object.keys(charts).map((chart): Explored => `chart ${chart}`),
  ...(Object.keys(wholeTests) as WholeTest[]),
];

export const exploredPrintsNow = (): Record<string, string> =>
  Object.fromEntries(allExplored().map((one) => [one, printOf(one)]));
