import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import type { Coverage } from '../coverage/coverage.ts';
import { exploreExpected } from './kept/expected.ts';
import { complaintOf } from './kept/kept-files.ts';
import { noteBreaches } from './laws.ts';
import { brokenPaths } from './lint.ts';
import { walkChart } from './walk-chart.ts';
import type { PathReport } from './walker.ts';

type ChartRun = {
  /** broken laws, and faults of the chart or its descriptor: no path is reliable then */
  faults: string[];
  reports: PathReport[];
  coverage: Coverage | null;
  /** how the chart differs from its x.expected.txt; null if it does not */
  complaint: string | null;
};

/**
 * Walks all paths of a chart and compares what it does with what is kept of it: paths are planned
 * from the chart, so that walks alone pass with a wrong guard or delay.
 */
export const runChart = async (
  chart: string,
  model: ChartDescriptor,
  neighbours: readonly string[],
): Promise<ChartRun> => {
  const { watch, breaches } = noteBreaches(model);
  const { exploration, expected } = exploreExpected(chart, model, watch);
  const faults = [...brokenPaths(exploration), ...breaches];
  const complaint = complaintOf(chart, expected) ?? null;
  if (faults.length > 0) return { faults, reports: [], coverage: null, complaint };
  const { reports, coverage } = await walkChart(exploration, neighbours);
  return { faults, reports, coverage, complaint };
};
