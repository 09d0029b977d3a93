import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { defineChart } from '../../src/devtools/tap/chart-definition.ts';
import { actorWalker } from './actor-walker.ts';
import { charts, neighbours } from './charts.ts';
import { brokenByMutantOf, noteBreaches } from './laws.ts';
import { lintPart } from './lint.ts';
import { explorePage } from './page/explored-page.ts';
import { keptOverview, overviewPage } from './page/overview.ts';
import { complaintOf, strayPages } from './page/page-files.ts';
import { walkRandomly } from './random.ts';
import { transitionsOf } from './transitions.ts';
import { walkChart } from './walk-chart.ts';
import { tell } from './walker.ts';

/* charts.deep.test.ts explores the charts completely, which takes minutes. */

describe('the charts of machines/', () => {
  it('all have a descriptor that the path kit knows', () => {
    const files = globSync('machines/**/*.machine.ts');
    expect(Object.keys(charts)).toHaveLength(files.length);
    const described = Object.values(charts).map(({ machine }) => machine.id);
    expect(described).toEqual(Object.keys(charts));
  });

  it('are the only ones that have pages', () => {
    expect(strayPages()).toEqual([]);
  });

  it('are listed in docs/charts.md with the events that they send each other', () => {
    const hint = 'docs/charts.md is not current. Run npm run paths -- --accept.';
    expect(keptOverview(), hint).toBe(overviewPage(charts, neighbours));
  });
});

const testsOf = (chart: string, model: ChartDescriptor): void => {
  const laws = Object.keys(model.laws ?? {});
  let found: (ReturnType<typeof explorePage> & { breaches: string[] }) | undefined;
  /*
   * The first test that needs the exploration makes it, so a run of one chart's tests explores only
   * that chart.
   */
  const explored = () => {
    if (found) return found;
    const { watch, breaches } = noteBreaches(model);
    found = { ...explorePage(chart, model, watch), breaches };
    return found;
  };

  it('does what its page says, or its change has been read and accepted', () => {
    expect(complaintOf(chart, explored().page)).toBeUndefined();
  });

  it('has nothing unreachable, dead, nameless or without a body', () => {
    expect(lintPart(explored().exploration)).toEqual([]);
  });

  it('has the same transition ids here and in the page that records them', () => {
    const recorded = defineChart(model.machine).transitions.map(({ id }) => id);
    expect(recorded.sort()).toEqual(
      transitionsOf(model.machine)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('takes every transition on its paths, measured on the running actor (R81)', async () => {
    const { reports, coverage } = await walkChart(explored().exploration, neighbours);
    expect(reports.filter(({ ok }) => !ok).map(tell)).toEqual([]);
    expect(coverage.open).toEqual([]);
  });

  it('has laws if it has more than five transitions', () => {
    expect(laws.length >= 2 || transitionsOf(model.machine).length <= 5).toBe(true);
  });

  it('keeps its laws at every step (R81)', () => {
    expect(explored().breaches).toEqual([]);
  });

  it.each(laws)('breaks exactly the law “%s” if it is changed to the mutant of that law', (law) => {
    expect(brokenByMutantOf(model, law)).toEqual([law]);
  });

  it('keeps its laws on random walks', async () => {
    const { exploration } = explored();
    const { machine } = exploration;
    const failure = await walkRandomly(exploration, { seed: 2027, count: 5, length: 40 }, () =>
      actorWalker({ machine, model, neighbours }),
    );
    expect(failure && tell(failure.report)).toBeUndefined();
  });
};

for (const [chart, model] of Object.entries(charts)) {
  describe(`the ${chart} chart`, () => testsOf(chart, model));
}
