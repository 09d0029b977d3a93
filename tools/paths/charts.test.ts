import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { defineChart } from '../../src/devtools/tap/chart-definition.ts';
import { actorWalker } from './actor-walker.ts';
import { charts, neighbours } from './charts.ts';
import { exploreExpected } from './kept/expected.ts';
import { complaintOf, strayFiles } from './kept/kept-files.ts';
import { brokenByMutantOf, noteBreaches } from './laws.ts';
import { lintChart } from './lint.ts';
import { walkRandomly } from './random.ts';
import { transitionsOf } from './transitions.ts';
import { walkChart } from './walk-chart.ts';
import { tell } from './walker.ts';

describe('the charts of machines/', () => {
  it('all have a descriptor that the path kit knows', () => {
    const files = globSync('machines/**/*.machine.ts');
    expect(Object.keys(charts)).toHaveLength(files.length);
    const described = Object.values(charts).map(({ machine }) => machine.id);
    expect(described).toEqual(Object.keys(charts));
  });

  it('are the only ones of which expectations are kept', () => {
    expect(strayFiles()).toEqual([]);
  });
});

const testsOf = (chart: string, model: ChartDescriptor): void => {
  const laws = Object.keys(model.laws ?? {});
  let found: (ReturnType<typeof exploreExpected> & { breaches: string[] }) | undefined;
  /* By the first test that runs: a run of one chart's tests explores that chart only. */
  const explored = () => {
    const { watch, breaches } = noteBreaches(model);
    found ??= { ...exploreExpected(chart, model, watch), breaches };
    return found;
  };

  it('does what is kept of it, or its change has been read and accepted', () => {
    const { expected } = explored();
    expect(complaintOf(chart, expected)).toBeUndefined();
  });

  it('has nothing unreachable, dead, nameless or without a body', () => {
    expect(lintChart(chart, model, explored().exploration)).toEqual([]);
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
    const { exploration } = explored();
    const { reports, coverage } = await walkChart(exploration, neighbours, 'effects');
    expect(reports.filter(({ ok }) => !ok).map(tell)).toEqual([]);
    expect(coverage.open).toEqual([]);
  });

  it('has laws when it has more than five transitions', () => {
    expect(laws.length >= 2 || transitionsOf(model.machine).length <= 5).toBe(true);
  });

  it('keeps its laws at every step in every situation (R81)', () => {
    expect(explored().breaches).toEqual([]);
  });

  it.each(laws)('breaks the law “%s”, and no other, as the mutant of that law (R81)', (law) => {
    expect(brokenByMutantOf(model, law)).toEqual([law]);
  });

  it('keeps its laws on random walks', async () => {
    const { exploration } = explored();
    const { machine } = exploration;
    const failure = await walkRandomly(exploration, { seed: 2027, count: 25, length: 40 }, () =>
      actorWalker({ machine, model, neighbours }),
    );
    expect(failure && tell(failure.report)).toBeUndefined();
  });
};

for (const [chart, model] of Object.entries(charts)) {
  describe(`the ${chart} chart`, () => testsOf(chart, model));
}
