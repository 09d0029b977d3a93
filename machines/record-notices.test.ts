import { describe, expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import type { AttemptOutcome } from './attempt/attempt.types.ts';
import { resultDeleted, studioShowing } from './record-notices.ts';
import { aRecord } from './testing/test-record.ts';
import { newCard } from './tray/tray.cards.ts';

const record = aRecord({ id: 'r1', dealStatus: 2 });

const cardWith = (id: string, outcome: AttemptOutcome | null) => ({
  ...newCard(id, { from: 'record', record }),
  outcome,
});

const systemWith = (outcome: AttemptOutcome | null, inHand: string | null) => {
  const other = { kind: 'ended', record: aRecord({ id: 'r2', dealStatus: 2 }) } as const;
  const attempts = [cardWith('attempt.1', other), cardWith('attempt.2', outcome)];
  const tray = createActor(createMachine({ context: { attempts, inHand } })).start();
  return { tray, system: { get: (id: string) => (id === 'tray' ? tray : undefined) } };
};

const done: AttemptOutcome = { kind: 'ended', record };

describe('the studio when a result is deleted', () => {
  it('removes the photo if its result was deleted', () => {
    const { tray, system } = systemWith(done, 'attempt.2');
    expect(studioShowing(system, 'r1')).toBe(tray);
    expect(resultDeleted(system, 'r1')).toEqual({ type: 'photo.removed' });
  });

  it('dismisses the card of the result', () => {
    const { tray, system } = systemWith(done, 'attempt.1');
    expect(studioShowing(system, 'r1')).toBe(tray);
    expect(resultDeleted(system, 'r1')).toEqual({ type: 'card.dismissed', id: 'attempt.2' });
  });

  it.each<[string, AttemptOutcome | null]>([
    ['goes on', null],
    ['failed', { kind: 'ended', record: { ...record, dealStatus: 4 } }],
  ])('is not notified about a task that %s', (_, outcome) => {
    const { tray, system } = systemWith(outcome, 'attempt.2');
    expect(studioShowing(system, 'r1')).not.toBe(tray);
  });

  it('is not notified about a record that it does not show', () => {
    const { tray, system } = systemWith(done, 'attempt.2');
    expect(studioShowing(system, 'r3')).not.toBe(tray);
  });
});
