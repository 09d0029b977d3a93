import { describe, expect, it } from 'vitest';
import {
  assign,
  createActor,
  enqueueActions,
  fromPromise,
  raise,
  SimulatedClock,
  sendTo,
  setup,
} from 'xstate';
import { eventually } from '../../../tools/testing/eventually.ts';
import { createTap, type Tap } from './tap.ts';
import type { TapEntry } from './tap-entry.ts';
import { transitionId } from './transition-id.ts';

type Event =
  | { type: 'lamp.pressed'; with?: unknown }
  | { type: 'lamp.broke' }
  | { type: 'progress' };

const lamp = setup({
  types: { context: {} as { presses: number; last: unknown }, events: {} as Event },
  actions: {
    count: assign(({ context, event }) => ({
      presses: context.presses + 1,
      last: 'with' in event ? event.with : null,
    })),
  },
  delays: { glow: 100 },
}).createMachine({
  id: 'lamp',
  context: { presses: 0, last: null },
  initial: 'off',
  on: { progress: { actions: 'count' } },
  states: {
    off: { on: { 'lamp.pressed': { target: 'on', actions: 'count' } } },
    on: {
      after: { glow: { target: 'on', reenter: true, actions: 'count' } },
      on: { 'lamp.pressed': { target: 'off', actions: [raise({ type: 'lamp.broke' })] } },
    },
    broken: {},
  },
});

const types = (tap: Tap) => tap.entries().map((entry) => entry.event.type);
const taken = (entry: TapEntry | undefined) =>
  entry?.steps?.flatMap((step) => step.transitions.map(transitionId));

const start = () => {
  const clock = new SimulatedClock();
  const tap = createTap({ now: () => clock.now() });
  const actor = createActor(lamp, { clock, inspect: tap.inspect, systemId: 'lamp' }).start();
  return { clock, tap, actor };
};

describe('tap', () => {
  it('stores the exact transitions that an event took (R80)', () => {
    const { tap, actor } = start();
    actor.send({ type: 'lamp.pressed' });
    expect(types(tap)).toEqual(['xstate.init', 'lamp.pressed']);
    expect(taken(tap.entries()[1])).toEqual(['lamp.off | lamp.pressed | 0 | lamp.on']);
    expect(tap.entries()[1]?.steps?.[0]).toMatchObject({ value: 'on', context: { presses: 1 } });
  });

  it('stores a raised event with the event that raised it', () => {
    const { tap, actor } = start();
    actor.send({ type: 'lamp.pressed' });
    actor.send({ type: 'lamp.pressed' });
    expect(
      tap
        .entries()
        .at(-1)
        ?.steps?.map((step) => step.raised),
    ).toEqual([null, 'lamp.broke']);
  });

  it('merges ticks of the same transition', () => {
    const { tap, actor, clock } = start();
    actor.send({ type: 'lamp.pressed' });
    clock.increment(100);
    clock.increment(100);
    clock.increment(100);
    const last = tap.entries().at(-1);
    expect(types(tap)).toEqual(['xstate.init', 'lamp.pressed', 'xstate.after.glow.lamp.on']);
    expect(last).toMatchObject({ count: 3, at: 100, lastAt: 300 });
    expect(last?.steps?.[0]?.context).toMatchObject({ presses: 4 });
  });

  it('numbers entries without gaps, even when ticks are merged', () => {
    const { tap, actor } = start();
    actor.send({ type: 'progress' });
    actor.send({ type: 'progress' });
    actor.send({ type: 'lamp.pressed' });
    expect(tap.entries().map((entry) => entry.seq)).toEqual([1, 2, 3]);
  });

  it('keeps the newest events when it is full', () => {
    const tap = createTap({ capacity: 10 });
    const actor = createActor(lamp, { inspect: tap.inspect }).start();
    for (let press = 0; press < 40; press += 1) actor.send({ type: 'lamp.pressed' });
    expect(tap.entries()).toHaveLength(10);
    expect(tap.entries().at(-1)?.seq).toBe(41);
  });

  it('stores no photo of an event or a context', () => {
    const { tap, actor } = start();
    const photo = new File([new Uint8Array(2048)], 'me.jpg', { type: 'image/jpeg' });
    actor.send({ type: 'lamp.pressed', with: { source: { file: photo } } });
    const note = { source: { file: { $binary: 'File', type: 'image/jpeg', bytes: 2048 } } };
    const entry = tap.entries()[1];
    expect(entry?.event).toMatchObject({ with: note });
    expect(entry?.steps?.[0]?.context).toMatchObject({ last: note });
    expect(tap.actors()[0]?.context).toMatchObject({ last: note });
    expect(actor.getSnapshot().context.last).toEqual({ source: { file: photo } });
  });

  it('gives a follower each change once', () => {
    const { tap, actor } = start();
    const follower = tap.follow();
    actor.send({ type: 'lamp.pressed' });
    expect(follower.take().entries.map((entry) => entry.event.type)).toEqual(['lamp.pressed']);
    expect(follower.take()).toEqual({ entries: [], actors: [] });
  });
});

const child = setup({}).createMachine({ id: 'child', on: { asked: {}, told: {} } });

const family = (load: () => Promise<string>) =>
  setup({ actors: { child, load: fromPromise(load) } }).createMachine({
    id: 'parent',
    invoke: [
      { id: 'kid', systemId: 'kid', src: 'child' },
      { id: 'load', src: 'load', onDone: {}, onError: {} },
    ],
    on: {
      ask: {
        actions: enqueueActions(({ event, system, enqueue }) => {
          enqueue(sendTo(system.get('kid'), event));
          enqueue(sendTo(system.get('kid'), { type: 'told' }));
        }),
      },
    },
  });

describe('tap over several actors', () => {
  it('records sender and receiver, even if an event object is forwarded', () => {
    const tap = createTap();
    const root = createActor(
      family(async () => 'x'),
      { inspect: tap.inspect },
    ).start();
    root.send({ type: 'ask' });
    const told = tap.entries().filter((entry) => entry.actor.systemId === 'kid');
    expect(told.map((entry) => [entry.source?.id, entry.event.type])).toEqual([
      [root.id, 'xstate.init'],
      [root.id, 'ask'],
      [root.id, 'told'],
    ]);
    const own = tap.entries().find((entry) => entry.actor.parent === null && taken(entry)?.length);
    expect(taken(own)).toEqual(['parent | ask | 0 | -']);
  });

  it('keeps the result of a call and releases the actor', async () => {
    const tap = createTap();
    createActor(
      family(async () => 'loaded'),
      { inspect: tap.inspect },
    ).start();
    const loadOf = () => tap.actors().find((actor) => actor.id === 'load');
    await eventually(() => expect(loadOf()?.status).toBe('done'));
    const load = loadOf();
    expect(load).toMatchObject({ ref: null, src: 'load' });
    expect(load?.lastEntry?.result).toBe('loaded');
    expect(() => tap.find(load?.sessionId ?? '')).toThrow('The actor load has ended.');
  });

  it('adopts a system that is already running', () => {
    const root = createActor(family(async () => 'x')).start();
    const tap = createTap();
    tap.adopt(root);
    root.send({ type: 'ask' });
    expect(tap.actors().map((actor) => actor.systemId ?? actor.id)).toEqual([
      root.id,
      'kid',
      'load',
    ]);
    expect(types(tap)).toEqual(['ask', 'ask', 'told']);
  });

  it('removes actors that ended long ago', async () => {
    const tap = createTap();
    const call = fromPromise(async () => 1);
    const machine = setup({
      types: { context: {} as { left: number } },
      actors: { call },
      guards: { hasLeft: ({ context }) => context.left > 0 },
      actions: { count: assign({ left: ({ context }) => context.left - 1 }) },
    }).createMachine({
      context: { left: 600 },
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: 'call',
            onDone: { guard: 'hasLeft', target: 'asking', reenter: true, actions: 'count' },
            onError: {},
          },
        },
      },
    });
    createActor(machine, { inspect: tap.inspect }).start();
    await eventually(() => expect(tap.entries().length).toBeGreaterThan(1200));
    expect(tap.actors().length).toBeLessThan(505);
  });
});
