import { z } from 'zod';
import type { ChartDefinition } from '../../src/devtools/tap/chart-definition.ts';

const row = z.object({ chart: z.string(), open: z.array(z.string()) });
const file = z.union([
  z.array(row),
  z.object({ rows: z.array(row).min(1) }).transform(({ rows }) => rows),
  z.object({ charts: z.array(row) }).transform(({ charts }) => charts),
]);

/** Transitions that were never taken, by chart id. A missing chart was not measured. */
export type ImportedCoverage = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Reads the rows that `npm run paths -- --run --format json` and `npm run coverage -w
 * workshop/paths` write.
 */
export function readCoverage(text: string): ImportedCoverage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('This is not a coverage file: it is not JSON.');
  }
  const rows = file.safeParse(value);
  if (!rows.success) {
    throw new Error('This is not a coverage file: it has no rows with “chart” and “open”.');
  }
  return new Map(rows.data.map(({ chart, open }) => [chart, new Set(open)]));
}

export type CoverageOf = (transition: string) => 'taken' | 'open' | 'unknown';

export const sessionCoverage =
  (taken: ReadonlyMap<string, number>): CoverageOf =>
  (transition) =>
    (taken.get(transition) ?? 0) > 0 ? 'taken' : 'open';

export function importedCoverage(coverage: ImportedCoverage, chart: ChartDefinition): CoverageOf {
  const open = coverage.get(chart.id);
  return (transition) => {
    if (!open) return 'unknown';
    return open.has(transition) ? 'open' : 'taken';
  };
}

export function countTaken(chart: ChartDefinition, coverageOf: CoverageOf) {
  const all = chart.transitions.length;
  const taken = chart.transitions.filter(({ id }) => coverageOf(id) === 'taken').length;
  return { all, taken };
}
