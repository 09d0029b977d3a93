import type { ChartModel } from '../../machines/chart-model.ts';
import { transitionsOf } from './transitions.ts';

export type Coverage = {
  chart: string;
  transitions: number;
  taken: number;
  waived: number;
  /** ids that are neither taken nor waived */
  open: string[];
};

/** Measured against what the chart has; an id that the chart does not have counts for nothing. */
export const coverageOf = (
  chart: string,
  model: ChartModel,
  taken: ReadonlySet<string>,
): Coverage => {
  const ids = transitionsOf(model.machine).map((transition) => transition.id);
  const rest = ids.filter((id) => !taken.has(id));
  const waived = rest.filter((id) => model.waivers?.[id] !== undefined);
  return {
    chart,
    transitions: ids.length,
    taken: ids.length - rest.length,
    waived: waived.length,
    open: rest.filter((id) => !waived.includes(id)),
  };
};

const percent = ({ taken, waived, transitions }: Coverage): string =>
  transitions === 0 ? '100' : String(Math.floor(((taken + waived) / transitions) * 100));

export const coverageTable = (rows: readonly Coverage[]): string => {
  const width = Math.max(...rows.map((row) => row.chart.length), 5);
  const line = (row: Coverage): string =>
    `${row.chart.padEnd(width)}  ${`${row.taken}/${row.transitions}`.padStart(9)}  ${percent(row).padStart(4)} %  ${String(row.waived).padStart(6)}`;
  const sum = (pick: (row: Coverage) => number): number =>
    rows.reduce((all, row) => all + pick(row), 0);
  const all: Coverage = {
    chart: 'all',
    transitions: sum((row) => row.transitions),
    taken: sum((row) => row.taken),
    waived: sum((row) => row.waived),
    open: [],
  };
  const open = rows.flatMap((row) => row.open.map((id) => `open: ${id}`));
  const head = `${'chart'.padEnd(width)}      taken          waived`;
  return [head, ...rows.map(line), line(all), ...open].join('\n');
};
