import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { descriptorFiles } from '../charts.ts';
import { changedSteps, tellChanges } from './changed-steps.ts';
import { type Expected, expectedText, readExpected } from './expected.ts';

const root = join(import.meta.dirname, '../../..');

/** What is expected of a chart is kept beside it, in `x.expected.txt`. */
export const keptFile = (chart: string): string =>
  (descriptorFiles[chart] ?? `${chart}.descriptor.ts`).replace('.descriptor.ts', '.expected.txt');

/** Empty where nothing is kept. */
export const keptText = (chart: string): string => {
  const file = join(root, keptFile(chart));
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** How a chart differs from what is kept of it, and what to do; undefined when it does not. */
export const complaintOf = (chart: string, expected: Expected): string | undefined => {
  const file = keptFile(chart);
  const accept = `npm run paths -- --accept ${chart}`;
  const kept = keptText(chart);
  if (kept === '') return `${file} is missing: ${accept} writes it.`;
  if (kept === expectedText(chart, expected)) return undefined;
  const steps = changedSteps(readExpected(kept), expected);
  const changes =
    steps.length === 0 ? ['  only the order or the head of its lines'] : tellChanges(steps);
  return [
    `The chart ${chart} no longer does what ${file} says (- kept, + now):`,
    ...changes,
    `If every line is meant: ${accept}`,
  ].join('\n');
};

/** Kept texts of charts that do not exist. */
export const strayFiles = (): string[] => {
  const known = new Set(Object.keys(descriptorFiles).map(keptFile));
  return globSync('machines/**/*.expected.txt', { cwd: root }).filter((file) => !known.has(file));
};

/** Only a person may accept a change: nothing is ever written where nobody reads the diff. */
export const acceptExpected = (chart: string, expected: Expected): void =>
  writeFileSync(join(root, keptFile(chart)), expectedText(chart, expected));
