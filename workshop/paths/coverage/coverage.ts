import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import { transitionsOf } from '../transitions.ts';

export type Coverage = {
  chart: string;
  transitions: number;
  taken: number;
  /** ids of the transitions that were not taken */
  open: string[];
};

/** Compares the taken transitions with those of the chart. Ignores unknown ids. */
export const coverageOf = (
  chart: string,
  model: ChartDescriptor,
  taken: ReadonlySet<string>,
): Coverage => {
  const ids = transitionsOf(model.machine).map((transition) => transition.id);
  const open = ids.filter((id) => !taken.has(id));
  return { chart, transitions: ids.length, taken: ids.length - open.length, open };
};

/** The visitor's events that no key has triggered. */
export const unkeyedOf = (model: ChartDescriptor, keyed: ReadonlySet<string>): string[] =>
  Object.keys(model.people ?? {}).filter((type) => !keyed.has(type));

type Figures = Pick<Coverage, 'transitions' | 'taken'>;

const percentOf = ({ taken, transitions }: Figures): number =>
  transitions === 0 ? 100 : Math.floor((taken / transitions) * 100);

export const sumOf = (rows: readonly Figures[]): Figures => ({
  transitions: rows.reduce((sum, row) => sum + row.transitions, 0),
  taken: rows.reduce((sum, row) => sum + row.taken, 0),
});

export const coverageTable = (rows: readonly (Figures & { chart: string })[]): string => {
  const width = Math.max(...rows.map((row) => row.chart.length), 5);
  const line = (chart: string, row: Figures): string =>
    `${chart.padEnd(width)}  ${`${row.taken}/${row.transitions}`.padStart(9)}  ${String(percentOf(row)).padStart(4)} %`;
  const head = `${'chart'.padEnd(width)}      taken`;
  const lines = rows.map((row) => line(row.chart, row));
  return [head, ...lines, line('all', sumOf(rows))].join('\n');
};
