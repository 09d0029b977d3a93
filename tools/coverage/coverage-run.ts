import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { type CoverageRecord, complaintsOf, gapsOf, recordOf } from './coverage-record.ts';
import type { Measured } from './measured.ts';

export type CoverageRun = {
  record: CoverageRecord;
  source: 'last run' | 'kept run of docs/machines/coverage.json';
  /** the source and how much it measured, as a sentence */
  says: string;
  /** number of tests that measured; 0 for a recorded run, which does not store it */
  tests: number;
  /** test files that walk charts and did not measure: the run was partial */
  absent: string[];
  /** why it is incomplete */
  gaps: string[];
  /** what a run of some charts cannot tell */
  notes?: string[];
};

type Charts = Readonly<Record<string, ChartDescriptor>>;

/** @param walks names of the test files that walk charts */
export const lastRun = (
  charts: Charts,
  measured: Measured,
  walks: readonly string[],
): CoverageRun => {
  const record = recordOf(charts, measured);
  const files = new Set(measured.files);
  const tests = measured.files.length;
  const absent = walks.filter((name) => !files.has(name));
  const part = absent.length === 0 ? '' : `; a part of all, without ${absent.join(', ')}`;
  const says = `The last run: ${tests} tests of ${files.size} files${part}.`;
  return { record, source: 'last run', says, tests, absent, gaps: gapsOf(record) };
};

/** Used when nothing has been measured, as in a fresh clone. */
export const keptRun = (charts: Charts, record: CoverageRecord): CoverageRun => ({
  record,
  source: 'kept run of docs/machines/coverage.json',
  says: 'No browser test has measured anything here: this is the kept run of docs/machines/coverage.json; npm test -- --whole measures anew.',
  tests: 0,
  absent: [],
  gaps: complaintsOf(charts, record),
});

/** Why a run is not recorded in docs/machines/; undefined when it is. */
export const whyNotKept = ({ source, gaps }: CoverageRun): string | undefined => {
  if (source !== 'last run') return 'Nothing was kept: there is no newer run than the kept one.';
  return gaps.length > 0 ? 'The run was not kept in docs/machines/: it has gaps.' : undefined;
};

/**
 * What a run measured of the charts that it walked whole. What they did not take is told and is no
 * gap: walks of other charts, and journeys, take some of it (`user.changed` of `app`).
 */
export const partialRun = (
  charts: Charts,
  measured: Measured,
  walkedWhole: readonly string[],
): CoverageRun => {
  const some = Object.fromEntries(
    Object.entries(charts).filter(([chart]) => walkedWhole.includes(chart)),
  );
  const { record, says, ...run } = lastRun(some, measured, []);
  const untold = record.charts.map((row) => ({ ...row, open: [], unkeyed: [] }));
  const notes = record.charts.flatMap(({ chart, open, unkeyed }) => [
    ...open.map((id) => `not taken in this run: ${id}`),
    ...unkeyed.map((type) => `not by keyboard in this run: ${chart} | ${type}`),
  ]);
  return {
    ...{ ...run, record, says: `${says} Of the charts these were walked whole:` },
    gaps: gapsOf({ charts: untold }),
    notes:
      notes.length === 0
        ? []
        : [...notes, 'Tests of other charts may take these: npm test -- --whole says so.'],
  };
};
