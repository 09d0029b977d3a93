import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { toastMachine } from '../toast.machine.ts';
import { selectToast } from '../toast.selectors.ts';
import type { ToastKind } from '../toast.types.ts';

const start = () => {
  const clock = new SimulatedClock();
  const actor = createActor(toastMachine, { clock }).start();
  const request = (text: string, kind: ToastKind = 'info') =>
    actor.send({ type: 'toast.requested', message: { id: text }, kind });
  const shown = () => selectToast(actor.getSnapshot())?.message ?? null;
  return { clock, actor, request, shown };
};

describe('toast', () => {
  it('shows nothing at first', () => {
    expect(start().shown()).toBeNull();
  });

  it.each(['success', 'error', 'warning', 'info'] as const)(
    'shows a message of type %s (R18)',
    (kind) => {
      const { actor, request } = start();
      request('saved', kind);
      expect(selectToast(actor.getSnapshot())).toMatchObject({ message: { id: 'saved' }, kind });
    },
  );

  it('is visible at 2999 ms and hidden at 3000 ms (R18)', () => {
    const { clock, request, shown } = start();
    request('saved');
    clock.increment(2999);
    expect(shown()).toEqual({ id: 'saved' });
    clock.increment(1);
    expect(shown()).toBeNull();
  });

  it('replaces the message and cancels the previous timer (R18)', () => {
    const { clock, request, shown } = start();
    request('first');
    clock.increment(2000);
    request('second');
    clock.increment(2999);
    expect(shown()).toEqual({ id: 'second' });
    clock.increment(1);
    expect(shown()).toBeNull();
  });

  it('numbers two equal messages differently', () => {
    const { actor, request } = start();
    request('same');
    const first = selectToast(actor.getSnapshot())?.number;
    request('same');
    expect(selectToast(actor.getSnapshot())?.number).not.toBe(first);
  });

  it('disappears when dismissed', () => {
    const { actor, request, shown } = start();
    request('saved');
    actor.send({ type: 'toast.dismissed' });
    expect(shown()).toBeNull();
  });
});
