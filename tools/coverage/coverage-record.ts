import { createHash } from 'node:crypto';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { coverageOf, mostWaivers, sumOf, unkeyedOf } from './coverage.ts';
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
    /** events of persons that no key has caused */
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

/** Everything that keeps the run from being complete, and what to do about it; none: empty. */
export const gapsOf = ({ charts }: CoverageRecord): string[] => {
  const { waived } = sumOf(charts);
  const gaps: Gap[] = [
    {
      word: 'open',
      what: charts.flatMap(({ open }) => open),
      advice:
        'No browser test took these transitions: walk them in tests/browser/paths/, take them out of the chart, or waive them in its descriptor with a reason.',
    },
    {
      word: 'waived, but taken',
      what: charts.flatMap(({ idle }) => idle),
      advice: 'These waivers are not needed: take them out of the descriptor.',
    },
    {
      word: 'no key',
      what: charts.flatMap(({ chart, unkeyed }) => unkeyed.map((type) => `${chart} | ${type}`)),
      advice:
        'No key caused these events of persons: let Tab reach what sends them, and press it in a walk.',
    },
    {
      word: 'waivers',
      what: waived > mostWaivers ? [`${waived}, and ${mostWaivers} are allowed in all`] : [],
      advice: 'Walk what is waived, or take it out of the charts.',
    },
  ];
  return gaps.flatMap(({ word, what, advice }) =>
    what.length === 0 ? [] : [...what.map((one) => `${word}: ${one}`), advice],
  );
};

/** Where the kept run is not about the charts that there are, in sentences. */
export const driftOf = (charts: Charts, record: CoverageRecord): string[] => {
  const kept = new Map(record.charts.map((row) => [row.chart, row]));
  const gone = record.charts.filter(({ chart }) => !Object.hasOwn(charts, chart));
  return [
    ...Object.entries(charts)
      .filter(([chart, model]) => kept.get(chart)?.fingerprint !== fingerprintOf(model))
      .map(
        ([chart]) => `${chart}: its transitions or waivers are not those of the last measured run`,
      ),
    ...gone.map(({ chart }) => `${chart}: was measured, but there is no such chart`),
  ];
};

/** Why the kept run says nothing good about the charts that there are; all is well: empty. */
export const complaintsOf = (charts: Charts, record: CoverageRecord): string[] => [
  ...driftOf(charts, record).map((sentence) => `${sentence}: npm test measures them`),
  ...gapsOf(record),
];
