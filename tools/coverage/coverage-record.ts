import { createHash } from 'node:crypto';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { keptText } from '../paths/kept/kept-files.ts';
import { transitionsOf } from '../paths/transitions.ts';
import { coverageOf, maxWaivers, sumOf, unkeyedOf } from './coverage.ts';
import { lifecycleMachines, type Measured } from './measured.ts';
import type { FilePrints } from './walked-files.ts';

type Charts = Readonly<Record<string, ChartDescriptor>>;

/** What is kept of the last measured run of one chart. */
export type CoverageRow = {
  chart: string;
  /** changes with any transition's id, any waiver, and whatever the chart does otherwise (0270) */
  fingerprint: string;
  transitions: number;
  taken: number;
  waived: number;
  open: string[];
  idle: string[];
  /** user events that were never triggered by keyboard */
  unkeyed: string[];
  /** of the whole row and of each transition taken: a row that was edited by hand has another */
  seal: string;
};

/** docs/machines/coverage.json */
export type CoverageRecord = {
  charts: CoverageRow[];
  /** of each chart with a walk of its own: what its files were (0378) */
  files?: FilePrints;
};

const digest = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);

const fingerprintOf = (chart: string, { machine, waivers = {} }: ChartDescriptor): string => {
  const ids = transitionsOf(machine).map(({ id }) => id);
  const waived = Object.keys(waivers).map((id) => `waived: ${id}`);
  return digest([...ids.sort(), ...waived.sort(), keptText(chart)]);
};

const none: ReadonlySet<string> = new Set();

/** @param taken the ids of the transitions */
const sealOf = ({ seal: _, ...row }: Partial<CoverageRow>, taken: Iterable<string>): string =>
  digest([JSON.stringify(row), ...[...taken].sort()]);

type Taken = Pick<Measured, 'taken' | 'keyed'>;

export const rowOf = (
  chart: string,
  model: ChartDescriptor,
  { taken, keyed }: Taken,
): CoverageRow => {
  const { chart: _, ...coverage } = coverageOf(chart, model, taken.get(chart) ?? none);
  const unkeyed = unkeyedOf(model, keyed.get(chart) ?? none);
  const row = { chart, fingerprint: fingerprintOf(chart, model), ...coverage, unkeyed };
  return { ...row, seal: sealOf(row, takenIn(row, model)) };
};

/** Of this chart; what is measured of a transition that it does not have counts nowhere. */
const takenIn = (
  { open }: Pick<CoverageRow, 'open'>,
  { machine, waivers = {} }: ChartDescriptor,
): string[] =>
  transitionsOf(machine)
    .map(({ id }) => id)
    .filter((id) => !open.includes(id) && !Object.hasOwn(waivers, id));

export const recordOf = (charts: Charts, measured: Taken): CoverageRecord => ({
  charts: Object.entries(charts).map(([chart, model]) => rowOf(chart, model, measured)),
});

/** The record with another row in the place of the one of the same chart, in the order of the charts. */
export const withRow = (
  charts: Charts,
  record: CoverageRecord,
  row: CoverageRow,
): CoverageRecord => {
  const rows = new Map(record.charts.map((one) => [one.chart, one])).set(row.chart, row);
  return { ...record, charts: Object.keys(charts).flatMap((chart) => rows.get(chart) ?? []) };
};

type Gap = { word: string; what: string[]; advice: string };

/** Everything that makes the run incomplete, and what to do about it; empty when complete. */
export const gapsOf = ({ charts }: CoverageRecord): string[] => {
  const { waived } = sumOf(charts);
  const gaps: Gap[] = [
    {
      word: 'open',
      what: charts.flatMap(({ open }) => open),
      advice:
        'No browser test took these transitions: walk them in tests/browser/paths/, remove them from the chart, or waive them in its descriptor with a reason.',
    },
    {
      word: 'waived but covered',
      what: charts.flatMap(({ idle }) => idle),
      advice: 'These waivers are not needed: remove them from the descriptor.',
    },
    {
      word: 'never by keyboard',
      what: charts.flatMap(({ chart, unkeyed }) => unkeyed.map((type) => `${chart} | ${type}`)),
      advice:
        'These user events were never triggered by keyboard: make their controls reachable with Tab, and press them in a walk.',
    },
    {
      word: 'waivers',
      what: waived > maxWaivers ? [`${waived}; at most ${maxWaivers} are allowed`] : [],
      advice: 'Walk the waived transitions, or remove them from the charts.',
    },
  ];
  return gaps.flatMap(({ word, what, advice }) =>
    what.length === 0 ? [] : [...what.map((one) => `${word}: ${one}`), advice],
  );
};

/* The server follows these: no browser walks one alone. */
const measureAgain = (chart: string): string =>
  lifecycleMachines.some(({ id }) => id === chart)
    ? 'npm test -- --whole measures it'
    : `npm run coverage:charts -- --measure ${chart} measures it, as npm test -- --whole does`;

const wrongWith = (
  chart: string,
  model: ChartDescriptor,
  row: CoverageRow | undefined,
): string[] => {
  if (row?.fingerprint !== fingerprintOf(chart, model)) {
    return [`${chart}: it has changed since it was measured: ${measureAgain(chart)}`];
  }
  return row.seal === sealOf(row, takenIn(row, model))
    ? []
    : [`${chart}: its figures were not written by a measurement: ${measureAgain(chart)}`];
};

/** Differences between the recorded run and the current charts, as sentences. */
export const driftOf = (charts: Charts, record: CoverageRecord): string[] => {
  const kept = new Map(record.charts.map((row) => [row.chart, row]));
  const gone = record.charts.filter(({ chart }) => !Object.hasOwn(charts, chart));
  return [
    ...Object.entries(charts).flatMap(([chart, model]) => wrongWith(chart, model, kept.get(chart))),
    ...gone.map(
      ({ chart }) =>
        `${chart}: was measured but no longer exists: npm test -- --whole measures anew`,
    ),
  ];
};

/** Why the recorded run does not prove the current charts; empty when it does. */
export const complaintsOf = (charts: Charts, record: CoverageRecord): string[] => [
  ...driftOf(charts, record),
  ...gapsOf(record),
];
