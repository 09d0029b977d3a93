import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import type { Coverage } from './coverage/coverage.ts';
import { noteBreaches } from './laws.ts';
import { brokenPaths } from './lint.ts';
import { explorePage } from './page/explored-page.ts';
import { complaintOf } from './page/page-files.ts';
import { walkChart } from './walk-chart.ts';
import type { PathReport } from './walker.ts';

type ChartRun = {
  /**
   * broken laws, and faults of the chart or its descriptor; with any of these, no path is reliable
   */
  faults: string[];
  reports: PathReport[];
  coverage: Coverage | null;
  /** the differences between the chart and its page; null if there are none */
  complaint: string | null;
};

/**
 * Walks all paths of a chart and compares the chart with its page. Walks alone do not detect a
 * wrong guard or delay, because the paths are planned from the same chart.
 */
export const runChart = async (
  chart: string,
  model: ChartDescriptor,
  neighbours: readonly string[],
): Promise<ChartRun> => {
  const { watch, breaches } = noteBreaches(model);
  const { exploration, page } = explorePage(chart, model, watch);
  const faults = [...brokenPaths(exploration), ...breaches];
  const complaint = complaintOf(chart, page) ?? null;
  if (faults.length > 0) return { faults, reports: [], coverage: null, complaint };
  const { reports, coverage } = await walkChart(exploration, neighbours);
  return { faults, reports, coverage, complaint };
};
