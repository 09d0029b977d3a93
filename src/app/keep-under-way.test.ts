// @vitest-environment happy-dom
import Cookies from 'js-cookie';
import { afterEach, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';
import { withPorts } from '../../machines/port-actors.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { createMemoryPorts } from '../adapters/memory/memory-ports.ts';
import { memoryRecord } from '../adapters/memory/memory-samples.ts';
import { createMemoryWorld } from '../adapters/memory/memory-world.ts';
import { createChartSystem } from '../machine-react/chart-system.tsx';
import { keepUnderWay } from './keep-under-way.ts';

const isMarked = () => Cookies.get('lightwell_under_way') === '1';

const start = (world = createMemoryWorld()) => {
  const root = createActor(withPorts(appMachine, createMemoryPorts(world)), {
    id: 'app',
    systemId: 'app',
    input: { path: '/', messages: {} },
  }).start();
  const system = createChartSystem(new Map());
  system.attach(root);
  keepUnderWay(system);
  const studio = root.system.get('studio');
  if (!studio) throw new Error('The studio chart is not running.');
  return { root, studio };
};

afterEach(() => {
  Cookies.remove('lightwell_under_way', { path: '/' });
});

const chosen = {
  type: 'photo.chosen',
  source: { kind: 'sample', name: 'cat.png', url: '/samples/cat.png' },
} as const;

it('sets the mark while a photo is chosen', async () => {
  const { root, studio } = start();
  await eventually(() => expect(studio.getSnapshot().matches('choosing')).toBe(true));
  expect(isMarked()).toBe(false);
  studio.send(chosen);
  expect(isMarked()).toBe(true);
  await eventually(() => expect(studio.getSnapshot().matches('chosen')).toBe(true));
  expect(isMarked()).toBe(true);
  studio.send({ type: 'photo.removed' });
  expect(isMarked()).toBe(false);
  root.stop();
});

it("keeps an earlier page's mark until the server has reported that no task runs", async () => {
  Cookies.set('lightwell_under_way', '1', { path: '/' });
  const { root, studio } = start();
  expect([studio.getSnapshot().matches('resuming'), isMarked()]).toEqual([true, true]);
  await eventually(() => expect(studio.getSnapshot().matches('choosing')).toBe(true));
  expect(isMarked()).toBe(false);
  root.stop();
});

it('sets the mark for a task that the server still runs', async () => {
  const { root } = start(createMemoryWorld({ records: [{ ...memoryRecord, dealStatus: 1 }] }));
  await eventually(() => expect(isMarked()).toBe(true));
  root.stop();
});
