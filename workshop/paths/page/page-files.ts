import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { descriptorFiles } from '../charts.ts';
import { changedLines } from './changed-lines.ts';

const root = join(import.meta.dirname, '../../..');

/** The page of a chart is beside it, in `x.chart.md`. */
export const pageFile = (chart: string): string =>
  (descriptorFiles[chart] ?? `${chart}.descriptor.ts`).replace('.descriptor.ts', '.chart.md');

/** The accepted page of a chart, or '' if there is none. */
export const keptPage = (chart: string): string => {
  const file = join(root, pageFile(chart));
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** The differences between a chart and its page, with instructions. Undefined if there are none. */
export const complaintOf = (chart: string, page: string): string | undefined => {
  const file = pageFile(chart);
  const accept = `npm run paths -- --accept ${chart}`;
  const kept = keptPage(chart);
  if (kept === '') return `${file} is missing: ${accept} writes it.`;
  if (kept === page) return undefined;
  const changes = changedLines(kept, page);
  return [
    `The chart ${chart} no longer does what ${file} says (- kept, + now):`,
    ...(changes.length > 0 ? changes : ['  only its drawings, its line breaks or their order']),
    `If every line is meant: ${accept}`,
  ].join('\n');
};

/** Pages of charts that do not exist. */
export const strayPages = (): string[] => {
  const known = new Set(Object.keys(descriptorFiles).map(pageFile));
  return globSync('machines/**/*.chart.md', { cwd: root }).filter((file) => !known.has(file));
};

/** Called only by a command for people who have read the changes; never called by a test. */
export const acceptPage = (chart: string, page: string): void =>
  writeFileSync(join(root, pageFile(chart)), page);
