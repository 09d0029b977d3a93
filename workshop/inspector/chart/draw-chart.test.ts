import { describe, expect, it } from 'vitest';
import { appMachine } from '../../../machines/app/app.machine.ts';
import { overlayMachine } from '../../../machines/overlay/overlay.machine.ts';
import { studioMachine } from '../../../machines/studio/studio.machine.ts';
import { toastMachine } from '../../../machines/toast/toast.machine.ts';
import { defineChart, type StateDefinition } from '../../../src/devtools/tap/chart-definition.ts';
import { activeStates, valueWords } from './active-states.ts';
import { drawChart } from './draw-chart.ts';
import type { Box } from './drawing.ts';
import { eventWords } from './event-words.ts';

const machines = [appMachine, overlayMachine, studioMachine, toastMachine];

const idsOf = (state: StateDefinition): string[] => [state.id, ...state.states.flatMap(idsOf)];

const right = (box: Box) => box.x + box.width;
const bottom = (box: Box) => box.y + box.height;

const overlap = (a: Box, b: Box) =>
  a.x < right(b) - 1 && b.x < right(a) - 1 && a.y < bottom(b) - 1 && b.y < bottom(a) - 1;

const within = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  right(inner) <= right(outer) &&
  bottom(inner) <= bottom(outer);

describe('drawing of a chart', () => {
  it.each(machines)('shows every state once', (machine) => {
    const chart = defineChart(machine);
    const shown = drawChart(chart, 'full').boxes.filter((box) => !box.id.endsWith(' any'));
    expect(shown.map((box) => box.id).toSorted()).toEqual(idsOf(chart.root).toSorted());
  });

  it.each(machines)('shows every transition, on an arrow or in a box', (machine) => {
    const chart = defineChart(machine);
    const { boxes, arrows } = drawChart(chart, 'full');
    const shown = new Set([
      ...boxes.flatMap((box) => box.rows.map((row) => row.transition)),
      ...arrows.flatMap((arrow) => arrow.label?.lines.map((line) => line.transition) ?? []),
    ]);
    expect(chart.transitions.filter(({ id }) => !shown.has(id))).toEqual([]);
  });

  it.each(machines)('never overlaps states, and keeps inner ones inside', (machine) => {
    const chart = defineChart(machine);
    for (const detail of ['full', 'states'] as const) {
      const boxes = new Map(drawChart(chart, detail).boxes.map((box) => [box.id, box]));
      const boxOf = (state: StateDefinition) => boxes.get(state.id) as Box;
      const check = (state: StateDefinition) => {
        const inner = state.states.map(boxOf);
        for (const box of inner) expect(within(box, boxOf(state))).toBe(true);
        for (const [index, box] of inner.entries()) {
          for (const other of inner.slice(index + 1)) expect(overlap(box, other)).toBe(false);
        }
        state.states.forEach(check);
      };
      check(chart.root);
    }
  });

  it('is made once per chart', () => {
    const chart = defineChart(toastMachine);
    expect(drawChart(defineChart(toastMachine), 'full')).toBe(drawChart(chart, 'full'));
  });
});

describe('active states', () => {
  it('are those of the value and the ones around them', () => {
    const value = { open: { sight: 'shown', progress: 'climbing', tips: 'first' } };
    expect([...activeStates(defineChart(overlayMachine), value)].toSorted()).toEqual([
      'overlay',
      'overlay.open',
      'overlay.open.progress',
      'overlay.open.progress.climbing',
      'overlay.open.sight',
      'overlay.open.sight.shown',
      'overlay.open.tips',
      'overlay.open.tips.first',
    ]);
    expect(valueWords(value)).toBe('open.sight.shown open.progress.climbing open.tips.first');
  });

  it('are none before the chart has started', () => {
    expect(activeStates(defineChart(toastMachine), null).size).toBe(0);
  });
});

it.each([
  ['', 'always'],
  ['xstate.after.lifetime.toast.shown', 'after lifetime'],
  ['xstate.done.actor.loadSetup', 'loadSetup ✓'],
  ['xstate.error.actor.loadSetup', 'loadSetup ✗'],
  ['xstate.init', 'init'],
  ['toast.dismissed', 'toast.dismissed'],
])('calls the event "%s" "%s"', (type, words) => {
  expect(eventWords(type)).toBe(words);
});
