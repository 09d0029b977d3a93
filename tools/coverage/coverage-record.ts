import { createHash } from 'node:crypto';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { coverageOf, maxWaivers, sumOf, unkeyedOf } from './coverage.ts';
import type { Measured } from './measured.ts';
import { transitionsOf } from '../paths/transitions.ts';

type Charts = Readonly<Record<string, ChartDescriptor>>;

/** What is kept of a measured run, in docs/machines/coverage.json. */
export type CoverageRecord = {
  charts: {
    chart: string;
    /** changes with any transition's id and any waiver */
    fingerprint: string;
    transitions: number;
    taken: number;
    waived: number;
    open: string[];
    idle: string[];
    /** user events that were never triggered by keyboard */
    unkeyed: string[];
  }[];
};

const fingerprintOf = ({ machine, waivers = {} }: ChartDescriptor): string => {
  const ids = transitionsOf(machine).map(({ id }) => id);
  const waived = Object.keys(waivers).map((id) => `waived: ${id}`);
  const lines = [...ids.sort(), ...waived.sort()];
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);
};

const none: ReadonlySet<string> = new Set();

export const recordOf = (
  charts: Charts,
  { taken, keyed }: Pick<Measured, 'taken' | 'keyed'>,
): CoverageRecord => ({
  charts: Object.entries(charts).map(([chart, model]) => {
    const { chart: _, ...coverage } = coverageOf(chart, model, taken.get(chart) ?? none);
    const unkeyed = unkeyedOf(model, keyed.get(chart) ?? none);
    return { chart, fingerprint: fingerprintOf(model), ...coverage, unkeyed };
  }),
});

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

/** Differences between the recorded run and the current charts, as sentences. */
export const driftOf = (charts: Charts, record: CoverageRecord): string[] => {
  const kept = new Map(record.charts.map((row) => [row.chart, row]));
  const gone = record.charts.filter(({ chart }) => !Object.hasOwn(charts, chart));
  return [
    ...Object.entries(charts)
      .filter(([chart, model]) => kept.get(chart)?.fingerprint !== fingerprintOf(model))
      .map(
        ([chart]) => `${chart}: its transitions or waivers differ from the last measured run`,
      ),
    ...gone.map(({ chart }) => `${chart}: was measured but no longer exists`),
  ];
};

/** Why the recorded run does not prove the current charts; empty when it does. */
export const complaintsOf = (charts: Charts, record: CoverageRecord): string[] => [
  ...driftOf(charts, record).map((sentence) => `${sentence}: npm test measures them`),
  ...gapsOf(record),
];
