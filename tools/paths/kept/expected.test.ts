import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, assign, emit, fromPromise, sendTo, setup } from 'xstate';
import { describeChart } from '../../../machines/testing/chart-descriptor.ts';
import { mutantsOf } from '../mutants.ts';
import { orderDescriptor } from '../samples/order.descriptor.ts';
import { changedSteps, tellChanges } from './changed-steps.ts';
import { type Expected, expectedText, exploreExpected, readExpected } from './expected.ts';
import { complaintOf } from './kept-files.ts';

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
    input: ({ context }) => ({ watts: context.watts }),
    onDone: 'lit',
    onError: 'off',
  },
  after: { patience: 'off' },
});

const lit = { entry: 'tellHouse', on: { 'lamp.pressed': 'off' } } as const;

const context = ({ input }: { input: { isNew: boolean } }): Context => ({
  watts: 40,
  bulb: 'a bulb of clear glass',
  isNew: input.isNew,
});

const lampMachine = lampSetup.createMachine({
  id: 'lamp',
  context,
  initial: 'off',
  states: { off, testing, lit },
});

const lamp = describeChart<typeof lampMachine>({
  machine: lampMachine,
  inputs: { 'a new bulb': { isNew: true }, 'an old bulb': { isNew: false } },
  people: { 'lamp.pressed': {}, 'bulb.chosen': { strong: { watts: 60 } } },
  actors: { heat: { done: {}, error: { 'a fault': new Error('a fault') } } },
  reads: ({ isNew, watts }) => [isNew, watts],
});

const kept = exploreExpected('lamp', lamp);

const differences = (was: Expected, is: Expected) =>
  changedSteps(was, is).flatMap(({ lines }) => lines);

describe('what is expected of a chart', () => {
  it('is a line for each step in each state: states, context, messages, calls and waits', () => {
    const [, ...lines] = expectedText('lamp', kept.expected).split('\n\n');
    expect(
      lines.join('\n\n'),
    ).toBe(`start with a new bulb → off | bulb: "a bulb of clear glass" | isNew: true | watts: 40
start with an old bulb → off | bulb: "a bulb of clear glass" | isNew: false | watts: 40

lit
  lamp.pressed → off

off
  bulb.chosen (strong) if watts: 40 → stays | watts: 60
  bulb.chosen (strong) if watts: 60 → stays
  lamp.pressed if isNew: false, watts: 40 or 60 → lit | tells house: light.changed
  lamp.pressed if isNew: true, watts: 40 → testing | emits bulb.tested {bulb: ‹bulb›} | asks heat {watts: 40} | waits 3 s
  lamp.pressed if isNew: true, watts: 60 → testing | emits bulb.tested {bulb: ‹bulb›} | asks heat {watts: 60} | waits 3 s

testing
  after 3 s → off | stops heat
  heat answers → lit | tells house: light.changed
  heat fails (a fault) → off
`);
  });

  it('can be read again', () => {
    expect(readExpected(expectedText('lamp', kept.expected))).toEqual(kept.expected);
  });

  it.each<[string, object, string]>([
    ['another target', { testing: { ...testing, after: { patience: 'lit' } } }, 'after 3 s → lit'],
    ['an action less', { testing: { ...testing, entry: [] } }, '→ testing | asks heat'],
    ['a message less', { lit: { on: lit.on } }, 'heat answers → lit'],
    ['another delay', { testing: { ...testing, after: { 5000: 'off' } } }, 'waits 5 s'],
    [
      'other params',
      {
        off: {
          on: { ...off.on, 'bulb.chosen': { actions: { type: 'keepBulb', params: { watts: 7 } } } },
        },
      },
      'bulb.chosen (strong) if watts: 40 → stays | watts: 7',
    ],
    [
      'another input of a port',
      { testing: { ...testing, invoke: { ...testing.invoke, input: { watts: 1 } } } },
      'asks heat {watts: 1}',
    ],
    [
      'a guard that says the opposite',
      {
        off: {
          on: {
            ...off.on,
            'lamp.pressed': [{ guard: 'isNew', target: 'lit' }, { target: 'testing' }],
          },
        },
      },
      'lamp.pressed if isNew: true, watts: 40 or 60 → lit',
    ],
  ])('differs with %s', (_, states, line) => {
    const machine = lampSetup.createMachine({
      id: 'lamp',
      context,
      initial: 'off',
      states: { off, testing, lit, ...states },
    } as never) as unknown as AnyStateMachine;
    const changed = exploreExpected('lamp', { ...lamp, machine });
    expect(differences(kept.expected, changed.expected).join('\n')).toContain(line);
  });

  it('stays as it is when states change places and actions get other names', () => {
    const machine = lampSetup
      .extend({ actions: { announce: lampMachine.implementations.actions.tellHouse as never } })
      .createMachine({
        id: 'lamp',
        context,
        initial: 'off',
        states: { lit: { ...lit, entry: 'announce' }, testing, off },
      });
    expect(exploreExpected('lamp', { ...lamp, machine } as never).expected).toEqual(kept.expected);
  });

  it('shows every mutant of the order chart', () => {
    const order = exploreExpected('order', orderDescriptor);
    const isSeen = (machine: AnyStateMachine): boolean => {
      try {
        const { exploration, expected } = exploreExpected('order', { ...orderDescriptor, machine });
        return exploration.faults.length + differences(order.expected, expected).length > 0;
      } catch {
        // it cannot start
        return true;
      }
    };
    const mutants = mutantsOf('order', orderDescriptor.machine);
    const unseen = mutants.filter(({ machine }) => !isSeen(machine));
    expect(unseen.map(({ says }) => says)).toEqual([]);
  });
});

describe('a list of changes', () => {
  const read = (...lines: string[]) =>
    readExpected(['on', ...lines.map((one) => `  ${one}`)].join('\n'));

  it('begins with the step that does something else, not with steps whose conditions follow from it', () => {
    const follows = (mode: string) =>
      Array.from({ length: 100 }, (_, n) => `a.followed (${n}) if mode: ${mode} → stays | n: ${n}`);
    const was = read('z.chosen (broken) → nothing', ...follows('1'));
    const is = read('z.chosen (broken) → stays | mode: 2', ...follows('1 or 2'));
    const told = tellChanges(changedSteps(was, is));
    expect(told.slice(0, 4)).toEqual([
      'z.chosen (broken) (2 lines)',
      '  on',
      '-   z.chosen (broken) → nothing',
      '+   z.chosen (broken) → stays | mode: 2',
    ]);
    expect(told.length).toBeLessThan(62);
    expect(told.at(-1)).toMatch(/^… and 86 more steps: .*a\.followed \(99\) \(2\)/);
  });

  it('shows a dozen lines of a step that changes everywhere', () => {
    const lines = (state: string) =>
      Array.from({ length: 40 }, (_, n) => `a if n: ${n} → ${state}`);
    const told = tellChanges(changedSteps(read(...lines('off')), read(...lines('lit'))));
    expect(told[0]).toBe('a (80 lines)');
    expect(told.at(-1)).toBe('    … and 69 more');
    expect(told).toHaveLength(14);
  });
});

describe('a complaint', () => {
  it('says how a missing text is written', () => {
    expect(complaintOf('lamp', kept.expected)).toBe(
      'lamp.expected.txt is missing: npm run paths -- --accept lamp writes it.',
    );
  });
});
