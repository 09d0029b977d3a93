import { expect, it } from 'vitest';
import { fromCallback, SimulatedClock } from 'xstate';
import { chartRef, startAmongOthers } from '../../testing/test-system.ts';
import { tabsMachine } from '../tabs.machine.ts';
import type { TabsEvent } from '../tabs.types.ts';

const start = () => {
  const clock = new SimulatedClock();
  const announced: unknown[] = [];
  const logic = tabsMachine.provide({
    actors: {
      watchTabs: fromCallback(() => {}),
      announceChange: fromCallback(({ receive }) => receive((event) => announced.push(event))),
    },
  });
  const { root, told } = startAmongOthers('tabs', logic, { clock });
  return {
    clock,
    send: (type: TabsEvent['type']) => chartRef(root.system, 'tabs')?.send({ type }),
    refreshes: () => told('app').length,
    announcements: () => announced.length,
  };
};

it('announces the changes of this tab, and does not reload charts that already show them (R71)', () => {
  const { announcements, refreshes, send } = start();
  send('change.made');
  expect([announcements(), refreshes()]).toEqual([1, 0]);
});

it('announces a change that this tab has noticed, and loads it (R71)', () => {
  const { announcements, refreshes, send } = start();
  send('change.noticed');
  expect([announcements(), refreshes()]).toEqual([1, 1]);
});

it('immediately loads changes of another tab, and does not announce them again (R71)', () => {
  const { announcements, refreshes, send } = start();
  send('change.heard');
  expect([announcements(), refreshes()]).toEqual([0, 1]);
});

it('loads twice for several changes within half a second: at the first, and after the last (R71)', () => {
  const { clock, refreshes, send } = start();
  for (let change = 0; change < 5; change += 1) send('change.heard');
  expect(refreshes()).toBe(1);
  clock.increment(500);
  expect(refreshes()).toBe(2);
  clock.increment(5000);
  expect(refreshes()).toBe(2);
});

it('loads once when focus and visibility change together (R71)', () => {
  const { clock, refreshes, send } = start();
  send('page.seen');
  send('page.seen');
  clock.increment(5000);
  expect(refreshes()).toBe(1);
});

it('loads nothing while the tab is hidden, and all data when it is visible again (R71)', () => {
  const { announcements, refreshes, send } = start();
  send('page.hidden');
  send('change.heard');
  send('change.noticed');
  expect([announcements(), refreshes()]).toEqual([1, 0]);
  send('page.seen');
  expect(refreshes()).toBe(1);
});

it('loads its data again when the connection is back (R79)', () => {
  const { refreshes, send } = start();
  send('connection.restored');
  expect(refreshes()).toBe(1);
});
