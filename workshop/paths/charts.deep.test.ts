import { describe, expect, it } from 'vitest';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { actorWalker } from './actor-walker.ts';
import { charts, neighbours } from './charts.ts';
import { type Exploration, explore } from './explore.ts';
import { noteBreaches } from './laws.ts';
import { lintChart } from './lint.ts';
import { walkRandomly } from './random.ts';
import { walkChart } from './walk-chart.ts';
import { tell } from './walker.ts';

/* Explores every situation of every chart. charts.test.ts explores only a part of them. */

const testsOf = (chart: string, model: ChartDescriptor): void => {
  let found: { exploration: Exploration; breaches: string[] } | undefined;
  const explored = () => {
    if (found) return found;
    const { watch, breaches } = noteBreaches(model);
    found = { exploration: explore(chart, model, () => true, watch), breaches };
    return found;
  };

  it('has no faults or unreachable parts in its whole exploration', () => {
    expect(lintChart(chart, model, explored().exploration)).toEqual([]);
  });

  it('keeps its laws at every step in every situation', () => {
    expect(explored().breaches).toEqual([]);
  });

  it('takes every transition with all its effects, measured on the running actor', async () => {
    const { reports, coverage } = await walkChart(explored().exploration, neighbours, 'effects');
    expect(reports.filter(({ ok }) => !ok).map(tell)).toEqual([]);
    expect(coverage.open).toEqual([]);
  });

  it('keeps its laws on long random walks', async () => {
    const { exploration } = explored();
    const { machine } = exploration;
    const failure = await walkRandomly(exploration, { seed: 2027, count: 40, length: 50 }, () =>
      actorWalker({ machine, model, neighbours }),
    );
    expect(failure && tell(failure.report)).toBeUndefined();
  });
};

for (const [chart, model] of Object.entries(charts)) {
  describe(`the ${chart} chart, explored whole`, () => testsOf(chart, model));
}
