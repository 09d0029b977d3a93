import { describe, expect, it } from 'vitest';
import { overlayMachine } from '../../../machines/overlay/overlay.machine.ts';
import { toastMachine } from '../../../machines/toast/toast.machine.ts';
import { transitionsOf } from '../../../workshop/paths/transitions.ts';
import { defineChart } from './chart-definition.ts';

describe('chart definition', () => {
  it.each([overlayMachine, toastMachine])(
    'gives transitions the same ids as the path kit',
    (machine) => {
      const ids = defineChart(machine).transitions.map((transition) => transition.id);
      expect(ids.toSorted()).toEqual(
        transitionsOf(machine)
          .map(({ id }) => id)
          .toSorted(),
      );
    },
  );

  it('contains all data for a diagram', () => {
    const { root, transitions } = defineChart(toastMachine);
    expect(root).toMatchObject({ id: 'toast', type: 'compound', initial: 'hidden' });
    expect(root.states.map(({ key, view }) => [key, view])).toEqual([
      ['hidden', 'no message'],
      ['shown', 'one coloured message'],
    ]);
    expect(transitions[0]).toMatchObject({
      source: 'toast',
      event: 'toast.requested',
      targets: ['toast.shown'],
      actions: ['show'],
    });
  });

  it('is plain text', () => {
    const definition = defineChart(overlayMachine);
    expect(JSON.parse(JSON.stringify(definition))).toEqual(definition);
  });

  it('has the same fingerprint for equal charts and different fingerprints for different charts', () => {
    const provided = overlayMachine.provide({});
    expect(defineChart(provided).fingerprint).toBe(defineChart(overlayMachine).fingerprint);
    expect(defineChart(toastMachine).fingerprint).not.toBe(defineChart(overlayMachine).fingerprint);
  });
});
