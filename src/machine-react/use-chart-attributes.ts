import type { ChartId } from '../../machines/app/app.machine.ts';
import { statePath } from '../../machines/model/state-path.ts';
import { usePageChart } from './use-chart.ts';

type ChartAttributes = { 'data-actor': string; 'data-state': string | undefined };

/**
 * Returns attributes for the element that renders a chart. The attributes contain the chart's state
 * for tests, style sheets and generated browser walks.
 */
export function useChartAttributes(systemId: ChartId): ChartAttributes {
  const state = usePageChart(systemId, (snapshot) => statePath(snapshot.value));
  return { 'data-actor': systemId, 'data-state': state ?? undefined };
}
