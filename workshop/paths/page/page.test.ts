import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, assign, emit, fromPromise, sendTo, setup } from 'xstate';
import { type ChartDescriptor, describeChart } from '../../../machines/testing/chart-descriptor.ts';
import { charts } from '../charts.ts';
import { mutantsOf } from '../mutants.ts';
import { orderDescriptor } from '../samples/order.descriptor.ts';
import { changedLines } from './changed-lines.ts';
import { explorePage } from './explored-page.ts';
import { complaintOf, keptPage } from './page-files.ts';

type Lamp = { type: 'lamp.pressed' } | { type: 'bulb.chosen'; watts: number };
type Context = { watts: number; bulb: string; isNew: boolean };

const lampSetup = setup({
  types: { context: {} as Context, events: {} as Lamp, input: {} as { isNew: boolean } },
  actors: { heat: fromPromise<void, { watts: number }>(async () => {}) },
  guards: { isNew: ({ context }) => context.isNew },
  actions: {
    keepBulb: assign((_, { watts }: { watts: number }) => ({ watts })),
    tellHouse: sendTo(({ system }) => system.get('house'), { type: 'light.changed' }),
    tellTester: emit(({ context }) => ({ type: 'bulb.tested', bulb: context.bulb })),
  },
  delays: { patience: 3000 },
});

const off = {
  meta: { view: 'nothing' },
  on: {
    'lamp.pressed': [{ guard: 'isNew', target: 'testing' }, { target: 'lit' }],
    'bulb.chosen': {
      actions: { type: 'keepBulb', params: ({ event }: { event: { watts: number } }) => event },
    },
  },
} as const;

const testing = lampSetup.createStateConfig({
  entry: 'tellTester',
  invoke: {
    id: 'heat',
    src: 'heat',
    input: ({ context }) => ({ bulb: context.bulb, watts: 5 }),
    onDone: 'lit',
    onError: 'off',
  },
  after: { patience: 'off' },
});

const lit = { entry: 'tellHouse', on: { 'lamp.pressed': 'off' } } as const;

const context = ({ input }: { input: { isNew: boolean } }): Context => ({
  watts: 40,
  bulb: 'clear glass',
  isNew: input.isNew,
});

const lampWith = (states: object): AnyStateMachine =>
  lampSetup.createMachine({
    id: 'lamp',
    context,
    initial: 'off',
    states: { off, testing, lit, ...states },
  } as never) as unknown as AnyStateMachine;

const lamp: ChartDescriptor = describeChart({
  machine: lampWith({}),
  inputs: { 'a new bulb': { isNew: true }, 'an old bulb': { isNew: false } },
  people: { 'lamp.pressed': {}, 'bulb.chosen': { strong: { watts: 60 }, weak: { watts: 25 } } },
  actors: { heat: { done: {}, error: { 'a fault': new Error('a fault') } } },
  reads: ({ isNew, watts }) => [isNew, watts],
});

const pageOf = (model: ChartDescriptor): string => explorePage(model.machine.id, model).page;

const kept = pageOf(lamp);

const signed = (lines: readonly string[]): string[] => lines.filter((line) => /^[-+]/.test(line));

describe('the page of a chart', () => {
  it('has a line for each transition: condition, target, actions, context, messages, calls', () => {
    expect(kept.slice(kept.indexOf('```text'))).toBe(`\`\`\`text
start
  context: bulb: "clear glass", isNew: input.isNew, watts: 40
  a new bulb → off
  an old bulb → off

(lamp) begins in off

off: nothing
  lamp.pressed [isNew: isNew = true] → testing | emits bulb.tested {bulb: "clear glass"} | asks heat
  lamp.pressed → lit | tells house: light.changed
  bulb.chosen → stays | keepBulb | sets watts: event.watts

testing
  on entry: tellTester | asks heat {bulb: "clear glass", watts: 5}
  heat answers → lit | tells house: light.changed
  heat fails → off
  after 3000 ms (patience) → off

lit
  on entry: tellHouse
  lamp.pressed → off
\`\`\`
`);
  });

  it.each<[string, object, string[]]>([
    [
      'another target',
      { testing: { ...testing, after: { patience: 'lit' } } },
      [
        '-   after 3000 ms (patience) → off',
        '+   after 3000 ms (patience) → lit | tells house: light.changed',
      ],
    ],
    [
      'another delay',
      { testing: { ...testing, after: { 5000: 'off' } } },
      ['-   after 3000 ms (patience) → off', '+   after 5000 ms → off'],
    ],
    [
      'an action less',
      { off: { ...off, on: { ...off.on, 'bulb.chosen': {} } } },
      ['-   bulb.chosen → stays | keepBulb | sets watts: event.watts', '+   bulb.chosen → stays'],
    ],
    [
      'other parameters',
      {
        off: {
          ...off,
          on: { ...off.on, 'bulb.chosen': { actions: { type: 'keepBulb', params: { watts: 7 } } } },
        },
      },
      [
        '-   bulb.chosen → stays | keepBulb | sets watts: event.watts',
        '+   bulb.chosen → stays | keepBulb(7) | sets watts: 7',
      ],
    ],
    [
      'another input of a call',
      { testing: { ...testing, invoke: { ...testing.invoke, input: { watts: 6 } } } },
      [
        '-   on entry: tellTester | asks heat {bulb: "clear glass", watts: 5}',
        '+   on entry: tellTester | asks heat {watts: 6}',
      ],
    ],
    [
      'a call less',
      { testing: { entry: 'tellTester', after: testing.after } },
      [
        '-   heat answers → lit | tells house: light.changed',
        '-   heat fails → off',
        '-   on entry: tellTester | asks heat {bulb: "clear glass", watts: 5}',
        '+   on entry: tellTester',
        '-   lamp.pressed [isNew: isNew = true] → testing | emits bulb.tested {bulb: "clear glass"} | asks heat',
        '+   lamp.pressed [isNew: isNew = true] → testing | emits bulb.tested {bulb: "clear glass"}',
      ],
    ],
    [
      'a message less',
      { lit: { on: lit.on } },
      [
        '-   on entry: tellHouse',
        '-   lamp.pressed → lit | tells house: light.changed',
        '+   lamp.pressed → lit',
        '-   heat answers → lit | tells house: light.changed',
        '+   heat answers → lit',
      ],
    ],
  ])('shows %s', (_, states, lines) => {
    const changed = pageOf({ ...lamp, machine: lampWith(states) });
    expect(signed(changedLines(kept, changed))).toEqual(lines);
  });

  it('shows an inverted guard only on its own line', () => {
    const isNew = ({ context: { isNew: is } }: { context: Context }) => !is;
    const machine = lamp.machine.provide({ guards: { isNew } } as never);
    expect(signed(changedLines(kept, pageOf({ ...lamp, machine })))).toEqual([
      '-   lamp.pressed [isNew: isNew = true] → testing | emits bulb.tested {bulb: "clear glass"} | asks heat',
      '+   lamp.pressed [isNew: isNew = false] → testing | emits bulb.tested {bulb: "clear glass"} | asks heat',
    ]);
  });

  it('shows every mutant of the order chart', () => {
    const order = pageOf(orderDescriptor);
    const isSeen = (machine: AnyStateMachine): boolean => {
      try {
        const { exploration, page } = explorePage('order', { ...orderDescriptor, machine });
        return exploration.faults.length > 0 || page !== order;
      } catch {
        // a mutant that cannot start counts as detected
        return true;
      }
    };
    const unseen = mutantsOf('order', orderDescriptor.machine).filter(
      ({ machine }) => !isSeen(machine),
    );
    expect(unseen.map(({ says }) => says)).toEqual([]);
  });

  it('is missing until the command writes it', () => {
    expect(complaintOf('lamp', kept)).toBe(
      'lamp.chart.md is missing: npm run paths -- --accept lamp writes it.',
    );
  });
});

describe('the pages of all charts', () => {
  it('have at most 6200 lines of at most 160 characters', () => {
    const lines = Object.keys(charts).flatMap((chart) => keptPage(chart).split('\n'));
    expect(lines.length).toBeLessThanOrEqual(6200);
    expect(lines.filter((line) => line.length > 160)).toEqual([]);
  });

  it('print no object without its fields', () => {
    const all = Object.keys(charts).map(keptPage).join('\n');
    expect(all).not.toContain('[object');
  });
});

describe('a change', () => {
  const chartOf = (name: string) => {
    const chart = charts[name];
    if (!chart) throw new Error(`There is no chart ${name}.`);
    return chart;
  };
  type Failed = { failure: { reason: string } };
  type Ended = { outcome: { kind: string } };

  it.each<[string, string, (args: unknown, params: never) => boolean, string]>([
    [
      'studio',
      'canWait',
      (_, { failure }: Failed) => failure.reason === 'offline',
      'inspectPhoto fails',
    ],
    ['studio', 'isSignInNeeded', () => false, 'run.over'],
    ['runs', 'isWorthTelling', (_, { outcome }: Ended) => outcome.kind === 'gone', 'run.ended'],
  ])('in %s of the guard %s is at most 10 lines, which name the step', (...given) => {
    const [name, guard, body, step] = given;
    const chart = chartOf(name);
    const machine = chart.machine.provide({ guards: { [guard]: body } } as never);
    const lines = signed(changedLines(pageOf(chart), pageOf({ ...chart, machine })));
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines.some((line) => line.includes(`${step} [${guard}`))).toBe(true);
  });

  it('of a delay is one line, as it was and as it is', () => {
    const studio = chartOf('studio');
    const machine = studio.machine.provide({ delays: { creditPatience: 31_000 } } as never);
    expect(signed(changedLines(pageOf(studio), pageOf({ ...studio, machine })))).toEqual([
      '-   after 30000 ms (creditPatience) → chosen.ready',
      '+   after 31000 ms (creditPatience) → chosen.ready',
    ]);
  });
});
