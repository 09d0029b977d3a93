import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import { type Exploration, exploreQuickly, type Watch } from '../explore.ts';
import { chartPage } from './chart-page.ts';
import { observe } from './observed.ts';

type ExploredPage = { exploration: Exploration; page: string };

/**
 * Explores enough of a chart to take every transition, and writes the page of the chart.
 * @param beside also called for each of these steps
 */
export const explorePage = (
  chart: string,
  model: ChartDescriptor,
  beside?: Watch,
): ExploredPage => {
  const { watch, observed } = observe();
  const exploration = exploreQuickly(chart, model, {
    started: (...start) => {
      watch.started(...start);
      beside?.started(...start);
    },
    moved: (...step) => {
      watch.moved(...step);
      beside?.moved(...step);
    },
  });
  return { exploration, page: chartPage(chart, model, observed) };
};
