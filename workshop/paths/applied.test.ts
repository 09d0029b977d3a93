import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { describeChart } from '../../machines/testing/chart-descriptor.ts';
import { actorWalker } from './actor-walker.ts';
import { cover } from './cover.ts';
import { explore } from './explore.ts';
import { lintChart } from './lint.ts';
import { walk } from './walker.ts';

/*
 * Both regions select a transition for `leave`. The transition of the first region exits the second
 * region.
 */
const torn = setup({
  types: { events: {} as { type: 'leave' } | { type: 'nudge' } },
}).createMachine({
  id: 'torn',
  initial: 'both',
  states: {
    both: {
      type: 'parallel',
      states: {
        first: {
          initial: 'on',
          states: { on: { on: { leave: '#torn.gone', nudge: 'off' } }, off: {} },
        },
        second: {
          initial: 'on',
          states: { on: { on: { leave: 'off', nudge: 'off' } }, off: {} },
        },
      },
    },
    gone: {},
  },
});

const model = describeChart<typeof torn>({
  machine: torn,
  people: { leave: {}, nudge: {} },
  reads: () => null,
});

const won = 'torn.both.first.on | leave | 0 | torn.gone';
const lost = 'torn.both.second.on | leave | 0 | torn.both.second.off';

describe('conflicting transitions of parallel regions', () => {
  const exploration = explore('torn', model);
  const { machine } = exploration;

  it('count as taken only if they are applied', async () => {
    const taken: string[] = [];
    for (const path of cover(exploration)) {
      const onTaken = (id: string) => taken.push(id);
      const report = await walk(path, actorWalker({ machine, model, neighbours: [], onTaken }));
      expect(report).toMatchObject({ ok: true });
    }
    expect(taken).toContain(won);
    expect(taken).not.toContain(lost);
    expect(taken.filter((id) => id.includes('| nudge |'))).toHaveLength(2);
  });

  it('are reported as dead if they never win', () => {
    expect(lintChart('torn', model)).toEqual([`torn: the transition “${lost}” is never taken`]);
  });
});
