import { describe, expect, it } from 'vitest';
import { assign, fromPromise, setup } from 'xstate';
import { describeChart } from '../../machines/testing/chart-descriptor.ts';
import { actorWalker } from './actor-walker.ts';
import { cover } from './cover.ts';
import { coverageOf } from './coverage/coverage.ts';
import { explore } from './explore.ts';
import { brokenPaths, lintChart } from './lint.ts';
import { mutantsOf } from './mutants.ts';
import { notices, record } from './oracle.ts';
import { walkRandomly } from './random.ts';
import { orderDescriptor } from './samples/order.descriptor.ts';
import { orderMachine } from './samples/order.machine.ts';
import { withStandIns } from './stand-in.ts';
import type { Step } from './step.ts';
import { transitionsOf } from './transitions.ts';
import { missing, tableWalker, walk } from './walker.ts';

const neighbours = ['app'];
const exploration = explore('order', orderDescriptor);
const paths = cover(exploration);

describe('paths of the order chart', () => {
  it('are few', () => {
    expect(paths.length).toBeLessThanOrEqual(3);
  });

  it('take every transition on the running actor, as measured', async () => {
    const taken = new Set<string>();
    for (const path of paths) {
      const { machine, model } = exploration;
      const onTaken = (id: string) => taken.add(id);
      const report = await walk(path, actorWalker({ machine, model, neighbours, onTaken }));
      expect(report).toMatchObject({ ok: true });
    }
    expect(coverageOf('order', orderDescriptor, taken)).toMatchObject({ taken: 14, open: [] });
  });

  it('have titles with the events and the final state', () => {
    expect(paths[0]?.title).toMatch(/^started with a month: method\.chosen \(card\), .* → \w+/);
  });

  it('include every sample of a person’s step', () => {
    const offered = exploration.situations.flatMap(({ edges }) => edges.map(({ step }) => step));
    const isByPeople = (step: Step) => step.kind === 'event' && step.by === 'people';
    const samples = new Set(offered.filter(isByPeople).map(({ says }) => says));
    const done = new Set(paths.flatMap(({ steps }) => steps.map(({ step }) => step.says)));
    expect(samples.size).toBeGreaterThan(1);
    expect([...samples].filter((says) => !done.has(says))).toEqual([]);
  });

  it('contain the rejections by guards', () => {
    const refused = paths.flatMap((path) => path.steps.flatMap((step) => step.refused));
    expect(refused).toContain('order.choosing | pay.pressed | 0 | order.creating');
  });

  it('keep the ids of transitions if actors are provided', () => {
    const ids = (machine: typeof orderMachine) => transitionsOf(machine).map(({ id }) => id);
    const provided = orderMachine.provide({
      actors: { createOrder: fromPromise<string, { product: string }>(async () => 'x') },
    });
    expect(ids(provided)).toEqual(ids(orderMachine));
    expect(new Set(ids(orderMachine)).size).toBe(14);
  });

  it('fire timers in the order in which they are due', () => {
    const timed = paths.flatMap(({ steps }) => steps.map(({ step }) => step.says));
    expect(timed).toContain('5 s pass');
    expect(timed).toContain('55 s pass');
  });
});

describe('a strict walk', () => {
  const [path] = paths;
  if (!path) throw new Error('no path');

  it('lists every driver and every assertion that is missing in a table', () => {
    const gaps = missing(paths, { 'pay.pressed': () => {} }, { 'order.paid': () => {} });
    expect(gaps).toContain('order: no driver for the step “method.chosen”');
    expect(gaps).toContain('order: no driver for the step “createOrder answers”');
    expect(gaps).toContain('order: no assertion for the state order.creating');
    expect(gaps).not.toContain('order: no driver for the step “pay.pressed”');
  });

  it('fails if a driver is missing', async () => {
    const report = await walk(path, tableWalker({ start: () => {}, drivers: {}, assertions: {} }));
    expect(report.ok).toBe(false);
  });

  it('reports every step by name and stops at the failing one', async () => {
    const fine = () => {};
    const everything = new Proxy({}, { get: () => fine });
    const assertions = new Proxy<Record<string, () => void>>(
      {},
      {
        get: (_, leaf) => () => {
          if (leaf === 'order.creating') throw new Error('nothing is being created');
        },
      },
    );
    const report = await walk(path, tableWalker({ start: fine, drivers: everything, assertions }));
    expect(report.steps.map(({ says, ok }) => [says, ok])).toEqual([
      ['the start with a month', true],
      ['method.chosen (card)', true],
      ['pay.pressed', false],
    ]);
    expect(report.steps.at(-1)?.problem).toBe('nothing is being created');
  });
});

describe('the lint of charts', () => {
  const broken = setup({
    types: { context: {} as { far: number } },
    actors: { ask: fromPromise(async () => 1) },
  }).createMachine({
    id: 'broken',
    context: { far: 0 },
    initial: 'here',
    states: {
      here: {
        invoke: { src: 'ask' },
        on: { go: { guard: () => false, target: 'there' } },
        entry: 'shout' as never,
      },
      there: {},
    },
  });

  it('finds no problem in the order chart', () => {
    expect(lintChart('order', orderDescriptor)).toEqual([]);
  });

  it('names a missing action, a bare invoke, a dead transition and an unreachable state', () => {
    const model = describeChart<typeof broken>({
      machine: broken,
      people: { go: {} },
      reads: () => null,
    });
    expect(lintChart('broken', model)).toEqual([
      'broken: the state broken.here names the action “shout”, which has no body',
      'broken: the actor ask of broken.here has no id',
      'broken: the actor ask of broken.here has no onError: its failure would stop the chart',
      'broken: the state broken.there cannot be reached',
      'broken: the transition “broken.here | go | 0 | broken.there” is never taken',
    ]);
  });

  it('reports an event of a descriptor that no state handles', () => {
    const people = { ...orderDescriptor.people, 'pay.presed': {} };
    expect(lintChart('order', { ...orderDescriptor, people })).toEqual([
      'order: its descriptor names the event “pay.presed”, which no state handles',
    ]);
  });

  it('reports an endless always', () => {
    const endless = setup({}).createMachine({
      id: 'endless',
      initial: 'left',
      states: { left: { always: 'right' }, right: { always: 'left' } },
    });
    const model = describeChart({ machine: endless, reads: () => null });
    expect(lintChart('endless', model)).toEqual([
      'endless: stops at the start: its `always` or raised events never come to rest',
    ]);
  });
});

describe('paths that cannot be trusted', () => {
  it('are refused with a sentence that names the chart, the event and the cause', () => {
    const people = { 'pay.presed': {} };
    const charts = {
      'method.chosen': () => {
        throw new Error('no such method');
      },
    };
    const broken = { ...orderDescriptor, people, charts } as never;
    expect(brokenPaths(explore('order', broken))).toEqual([
      'order: its descriptor names the event “pay.presed”, which no state handles',
      'order: its descriptor fails at the start: no such method',
    ]);
  });
});

describe('mutants of the order chart', () => {
  it('are all noticed', () => {
    const oracles = paths.map((path) => record(exploration.machine, path, neighbours));
    const mutants = mutantsOf('order', orderMachine);
    const survivors = mutants.filter(({ machine }) =>
      oracles.every((oracle) => !notices(oracle, withStandIns(machine), neighbours)),
    );
    expect(mutants.length).toBeGreaterThan(30);
    expect(survivors.map(({ says }) => says)).toEqual([]);
  });
});

describe('random walks', () => {
  type Count = { type: 'up' } | { type: 'down' } | { type: 'other' };
  const counter = setup({
    types: { context: {} as { count: number }, events: {} as Count },
    actions: {
      add: assign(({ context }) => ({ count: context.count + 1 })),
      take: assign(({ context }) => ({ count: context.count - 1 })),
    },
  }).createMachine({
    id: 'counter',
    context: { count: 0 },
    initial: 'on',
    states: {
      on: { on: { up: { actions: 'add' }, down: { actions: 'take' }, other: { target: 'on' } } },
    },
  });
  const model = describeChart<typeof counter>({
    machine: counter,
    people: { up: {}, down: {}, other: {} },
    reads: () => null,
    laws: {
      'never counts to four': {
        holds: ({ now }) => now.context.count < 4,
        brokenBy: (machine) => machine,
      },
      'counts three at most': { holds: ({ now }) => now.context.count <= 3, brokenBy: (it) => it },
    },
  });

  it('find the shortest steps that break a law', async () => {
    const explored = explore('counter', model);
    const failure = await walkRandomly(explored, { seed: 7, count: 500, length: 40 }, () =>
      actorWalker({ machine: explored.machine, model, neighbours: [] }),
    );
    expect(failure?.path.steps.map(({ step }) => step.says)).toEqual(['up', 'up', 'up', 'up']);
    expect(failure?.report.steps.at(-1)?.problem).toBe(
      'the chart breaks the law “never counts to four” and the law “counts three at most”',
    );
  });

  const walks = { seed: 7, count: 100, length: 40 };
  const problemIn = async (throwing: typeof counter, samples = {}) => {
    const explored = explore('counter', { ...model, machine: throwing, ...samples } as never);
    const { machine, model: described } = explored;
    const failure = await walkRandomly(explored, walks, () =>
      actorWalker({ machine, model: described, neighbours: [] }),
    );
    return failure?.report.steps.map(({ says, problem }) =>
      problem ? `${says} ${problem}` : says,
    );
  };

  it('report the shortest path to an action that throws during planning', async () => {
    const throwing = counter.provide({
      actions: {
        add: assign(({ context: { count } }) => {
          if (count === 3) throw new Error('no fourth one');
          return { count: count + 1 };
        }),
      },
    });
    expect(await problemIn(throwing)).toEqual([
      'the start',
      ...['up', 'up', 'up'],
      'up throws: no fourth one',
    ]);
  });

  it('report the shortest path to a sample that throws during planning', async () => {
    const up = ({ count }: { count: number }) => {
      if (count === 2) throw new Error('no sample for two');
      return { one: {} };
    };
    expect(await problemIn(counter, { people: { up, down: {}, other: {} } })).toEqual([
      'the start',
      ...['up (one)', 'up (one)'],
      'what may come next throws: no sample for two',
    ]);
  });

  it('are the same for the same seed and find no problem in the order chart', async () => {
    const { machine, model: described } = exploration;
    const failure = await walkRandomly(exploration, { seed: 1, count: 200, length: 30 }, () =>
      actorWalker({ machine, model: described, neighbours }),
    );
    expect(failure).toBeUndefined();
  });
});
