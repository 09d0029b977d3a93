import { describe, expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { resultDeleted, studioShowing } from './record-notices.ts';
import type { RunOutcome } from './run/run.types.ts';
import { newCard } from './studio/studio.cards.ts';
import { aRecord } from './testing/test-record.ts';

const record = aRecord({ id: 'r1', dealStatus: 2 });

const cardWith = (id: string, outcome: RunOutcome | null) => ({
  ...newCard(id, { from: 'record', record }),
  outcome,
});

const systemWith = (outcome: RunOutcome | null, inHand: string | null) => {
  const other = { kind: 'ended', record: aRecord({ id: 'r2', dealStatus: 2 }) } as const;
  const runs = [cardWith('run.1', other), cardWith('run.2', outcome)];
  const studio = createActor(createMachine({ context: { runs, inHand } })).start();
  return { studio, system: { get: (id: string) => (id === 'studio' ? studio : undefined) } };
};

const done: RunOutcome = { kind: 'ended', record };

describe('the studio when a result is deleted', () => {
  it('removes the photo if its result was deleted', () => {
    const { studio, system } = systemWith(done, 'run.2');
    expect(studioShowing(system, 'r1')).toBe(studio);
    expect(resultDeleted(system, 'r1')).toEqual({ type: 'photo.removed' });
  });

  it('dismisses the card of the result', () => {
    const { studio, system } = systemWith(done, 'run.1');
    expect(studioShowing(system, 'r1')).toBe(studio);
    expect(resultDeleted(system, 'r1')).toEqual({ type: 'card.dismissed', id: 'run.2' });
  });

  it.each<[string, RunOutcome | null]>([
    ['goes on', null],
    ['failed', { kind: 'ended', record: { ...record, dealStatus: 4 } }],
  ])('is not notified about a task that %s', (_, outcome) => {
    const { studio, system } = systemWith(outcome, 'run.2');
    expect(studioShowing(system, 'r1')).not.toBe(studio);
  });

  it('is not notified about a record that it does not show', () => {
    const { studio, system } = systemWith(done, 'run.2');
    expect(studioShowing(system, 'r3')).not.toBe(studio);
  });
});
