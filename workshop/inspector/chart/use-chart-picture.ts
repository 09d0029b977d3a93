import { useMemo } from 'react';
import type { ChartDefinition } from '../../../src/devtools/tap/chart-definition.ts';
import type { WireActor } from '../../../src/devtools/wire/wire-messages.ts';
import { importedCoverage, sessionCoverage } from '../coverage.ts';
import type { InspectorStore } from '../inspector-store.ts';
import { lastMove, momentAt } from '../session.ts';
import { activeStates } from './active-states.ts';
import type { Lights } from './chart-svg.tsx';
import { drawChart } from './draw-chart.ts';
import type { Detail } from './part.ts';

export const chartOf = (store: InspectorStore, actor: WireActor): ChartDefinition | null =>
  store.session.charts.get(actor.chart ?? '') ?? null;

/** Drawing and active states of one actor's chart at the selected moment. */
export function useChartPicture(
  store: InspectorStore,
  actor: WireActor,
  chart: ChartDefinition,
  detail: Detail,
) {
  const { session, imported, view } = store;
  const moment = momentAt(session, actor.id, view.cursor);
  const move = lastMove(session, actor.id, view.cursor);
  const drawing = useMemo(() => drawChart(chart, detail), [chart, detail]);
  const value = moment?.value ?? null;
  const pulse = move ? move.seq + move.count / 1e6 : 0;
  const taken = view.coverage === 'session' ? session.taken : null;
  const total = taken ? session.entries.length : 0;
  const coverage = view.coverage === 'imported' ? imported : null;
  const lights = useMemo((): Lights => {
    const last = move?.steps?.flatMap((step) => step.transitions) ?? [];
    return {
      lit: activeStates(chart, value),
      last: new Set(last),
      pulse,
      coverageOf:
        (taken && total >= 0 ? sessionCoverage(taken) : null) ??
        (coverage ? importedCoverage(coverage, chart) : null),
    };
    // `taken` changes in place, so `total` shows that it has changed
  }, [chart, value, move, pulse, taken, total, coverage]);
  return { drawing, lights, moment, move };
}
