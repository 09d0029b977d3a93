import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { createMemoryPorts } from '../../../src/adapters/memory/memory-ports.ts';
import type { MemoryWorld } from '../../../src/adapters/memory/memory-world.ts';
import { createMemoryWorld } from '../../../src/adapters/memory/memory-world.ts';
import { appMachine } from '../../app/app.machine.ts';
import { withPorts } from '../../port-actors.ts';
import type { AppPorts } from '../../ports/app-ports.ts';
import { sampleOrder } from '../../testing/sample-prices.ts';
import { member } from '../../testing/samples.ts';
import { file } from '../../testing/studio-ports.ts';
import { chartRef } from '../../testing/test-system.ts';

/* Tests which stake each state of the charts has. All charts run with memory ports. */

/* Waits until a dialog's chart, which is loaded when needed, has arrived. */
const turns = async () => {
  await vi.advanceTimersByTimeAsync(20);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(20);
};

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

async function open(
  path = '/',
  changes: Partial<MemoryWorld> = {},
  change: (ports: AppPorts) => void = () => {},
) {
  const world = createMemoryWorld(changes);
  const ports = createMemoryPorts(world);
  change(ports);
  const root = createActor(withPorts(appMachine, ports), {
    id: 'app',
    systemId: 'app',
    input: { path, messages: {} },
  }).start();
  stop = () => root.stop();
  await turns();
  const freshness = chartRef(root.system, 'freshness');
  const studio = chartRef(root.system, 'studio');
  if (!freshness || !studio) throw new Error('The charts did not start');
  return {
    world,
    root,
    freshness,
    studio,
    stake: async () => {
      await turns();
      return freshness.getSnapshot().context.stake;
    },
  };
}

const choose = { type: 'photo.chosen', source: { kind: 'file', file } } as const;

it('is nothing on a page without work', async () => {
  expect(await (await open()).stake()).toBe('nothing');
});

it('is a photo, from its choice until it is removed', async () => {
  const { studio, stake } = await open();
  studio.send(choose as never);
  expect(await stake()).toBe('kept');
  studio.send({ type: 'photo.removed' });
  expect(await stake()).toBe('nothing');
});

it('is unkept for a photo that this device does not store', async () => {
  const { studio, stake } = await open('/', { keptPhotos: null });
  studio.send(choose as never);
  expect(await stake()).toBe('unkept');
});

it('is an open dialog', async () => {
  const { root, stake } = await open();
  const dialog = {
    id: 'notice',
    name: 'notice',
    requester: null,
    kind: 'messageBox',
    input: { mode: 'notice', title: { id: 'a' }, message: { id: 'b' }, confirm: { id: 'c' } },
  };
  root.system.get('dialogs')?.send({ type: 'dialog.requested', dialog });
  expect(await stake()).toBe('unkept');
  root.system.get('dialogs')?.send({ type: 'back.pressed' });
  expect(await stake()).toBe('nothing');
});

it('is a typed message, until its page is left', async () => {
  const { root, stake } = await open('/contact-us');
  const typed = { type: 'field.changed', name: 'message', value: 'Hello' };
  root.system.get('contact')?.send(typed);
  expect(await stake()).toBe('kept');
  root.send({ type: 'location.changed', path: '/terms', move: 'pushed' });
  expect(await stake()).toBe('nothing');
});

it('is unkept for a message that is being sent', async () => {
  const { root, stake } = await open('/contact-us', {}, (ports) => {
    ports.contact.sendMessage = () => new Promise(() => {});
  });
  const contact = root.system.get('contact');
  for (const [name, value] of [
    ['address', 'ada@example.com'],
    ['message', 'Hello'],
  ]) {
    contact?.send({ type: 'field.changed', name, value });
  }
  contact?.send({ type: 'form.submitted' });
  expect(await stake()).toBe('unkept');
});

it('is a run, even after another photo was chosen', async () => {
  const { studio, stake } = await open();
  studio.send(choose as never);
  await turns();
  studio.send({ type: 'start.pressed', arrived: null, found: null } as never);
  await turns();
  expect(studio.getSnapshot().value).toBe('working');
  studio.send({ type: 'photo.removed' });
  expect(studio.getSnapshot().matches('choosing')).toBe(true);
  expect(await stake()).toBe('kept');
});

it('is an order that can still be paid', async () => {
  const { stake } = await open('/', { user: member, orders: [sampleOrder()] });
  expect(await stake()).toBe('kept');
});

it('is an unsaved consent choice', async () => {
  const { root, stake } = await open('/', {
    consent: { asked: ['measurement'], kept: null, isObjecting: false },
  });
  expect(await stake()).toBe('nothing');
  root.system.get('consent')?.send({ type: 'details.opened' });
  expect(await stake()).toBe('kept');
});

it('delays a newer build until the photo is removed', async () => {
  const { world, studio, freshness } = await open('/', { newerBuild: 'two' });
  studio.send(choose as never);
  await turns();
  freshness.send({ type: 'look.due' });
  await turns();
  expect([freshness.getSnapshot().value, world.reloads]).toEqual([{ waiting: 'told' }, []]);
  studio.send({ type: 'photo.removed' });
  await turns();
  expect(freshness.getSnapshot().value).toBe('reloading');
  expect(world.reloads.map(({ path }) => path)).toEqual(['/']);
});
