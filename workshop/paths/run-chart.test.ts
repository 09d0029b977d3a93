import { describe, expect, it } from 'vitest';
import { toastMachine } from '../../machines/toast/toast.machine.ts';
import { charts, neighbours } from './charts.ts';
import { namesOfSteps, pathOfSteps, pathTo } from './chosen-path.ts';
import { explore } from './explore.ts';
import { runChart } from './run-chart.ts';

const toast = charts.toast ?? { machine: toastMachine, reads: () => null };
const exploration = explore('toast', toast);

describe('a run of a chart', () => {
  it('agrees with the page of the chart', async () => {
    const { faults, complaint, reports } = await runChart('toast', toast, neighbours);
    expect({ faults, complaint }).toEqual({ faults: [], complaint: null });
    expect(reports.every(({ ok }) => ok)).toBe(true);
  });

  it('reports a changed delay, although every walk passes', async () => {
    const delays = { lifetime: 4000 };
    const machine = toastMachine.provide({ delays });
    const { reports, complaint } = await runChart('toast', { ...toast, machine }, neighbours);
    expect(reports.every(({ ok }) => ok)).toBe(true);
    expect(complaint).toContain('+   after 4000 ms (lifetime) → hidden');
  });
});

describe('a chosen path', () => {
  it.each(['shown', 'toast.shown'])('leads to the state %s by the shortest path', (state) => {
    const { steps } = pathTo(exploration, state);
    expect(steps.map(({ step }) => step.says)).toEqual([
      expect.stringMatching(/^toast\.requested/),
    ]);
    expect(steps.at(-1)?.expected.leaves).toEqual(['toast.shown']);
  });

  it('lists the existing states', () => {
    expect(() => pathTo(exploration, 'lost')).toThrow(
      'The chart “toast” has no state “lost”; there are hidden, shown',
    );
  });

  it('follows the given steps, with and without their samples', () => {
    const names = namesOfSteps('toast.requested (an error), toast.requested, toast.dismissed');
    const { steps } = pathOfSteps(exploration, names);
    expect(steps.map(({ step }) => step.says)).toEqual([
      'toast.requested (an error)',
      expect.stringMatching(/^toast\.requested \(/),
      'toast.dismissed',
    ]);
    expect(steps.at(-1)?.expected.leaves).toEqual(['toast.hidden']);
  });

  it('keeps a comma inside a name', () => {
    expect(namesOfSteps('a (b, c), d')).toEqual(['a (b, c)', 'd']);
  });

  it('names the impossible step, and the possible ones', () => {
    expect(() => pathOfSteps(exploration, ['toast.requested', 'toast.gone'])).toThrow(
      /^After toast\.requested, “toast\.gone” is not possible; possible are .*toast\.dismissed/,
    );
  });
});
