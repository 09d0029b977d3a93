import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import { type Exploration, explore, type Watch } from '../explore.ts';
import type { World } from '../world.ts';
import { conditionsOf } from './conditions.ts';
import { type Happening, happeningOf, startOf } from './happening.ts';

/** All lines of what is expected of a chart, by the states in which they begin; '' for starts. */
export type Expected = ReadonlyMap<string, ReadonlySet<string>>;

/** What was seen: by the states, the step and what it does, the worlds in which it did that. */
type Seen = Map<string, Map<string, Map<string, World[]>>>;

const inMap = <Key, Value>(map: Map<Key, Value>, key: Key, fresh: () => Value): Value => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = fresh();
  map.set(key, value);
  return value;
};

const watchFor = (seen: Seen): Watch => {
  const add = ({ from, on, does }: Happening, before: World | null): void => {
    const steps = inMap(seen, from, () => new Map<string, Map<string, World[]>>());
    const outcomes = inMap(steps, on, () => new Map<string, World[]>());
    const worlds = inMap(outcomes, does, () => []);
    if (before) worlds.push(before);
  };
  return {
    started: ({ says, input }, move) => add(startOf(says, input, move), null),
    moved: ({ world }, step, move) => add(happeningOf(world, step, move), world),
  };
};

const linesOf = (on: string, outcomes: ReadonlyMap<string, readonly World[]>): string[] => {
  const conditions = conditionsOf([...outcomes.values()]);
  return [...outcomes.keys()].map((does, index) => {
    const condition = conditions[index] ?? '';
    return condition === '' ? `${on} ${does}` : `${on} if ${condition} ${does}`;
  });
};

const expectedFrom = (seen: Seen): Expected =>
  new Map(
    [...seen].map(([from, steps]) => [
      from,
      new Set([...steps].flatMap(([on, outcomes]) => linesOf(on, outcomes))),
    ]),
  );

type Explored = { exploration: Exploration; expected: Expected };

/**
 * Explores a chart and writes down everything that it does on the way.
 * @param beside hears of the same steps
 */
export const exploreExpected = (
  chart: string,
  model: ChartDescriptor,
  beside?: Watch,
): Explored => {
  const seen: Seen = new Map();
  const own = watchFor(seen);
  const exploration = explore(chart, model, () => true, {
    started: (...start) => {
      own.started(...start);
      beside?.started(...start);
    },
    moved: (...step) => {
      own.moved(...step);
      beside?.moved(...step);
    },
  });
  return { exploration, expected: expectedFrom(seen) };
};

const head = (chart: string): string[] => [
  `# What the chart ${chart} does in each state at each step: → states | context | messages | calls | waits`,
  `# Kept by npm run paths -- --accept ${chart}. Do not edit: read its diff when the chart has changed.`,
];

/** Sorted, so that a line stands where it stood when others come or go. */
export const expectedText = (chart: string, expected: Expected): string => {
  const blocks = [...expected.keys()].sort().flatMap((from) => {
    const lines = [...(expected.get(from) ?? [])].sort();
    return from === '' ? ['', ...lines] : ['', from, ...lines.map((line) => `  ${line}`)];
  });
  return `${[...head(chart), ...blocks].join('\n')}\n`;
};

/** Reads what `expectedText` has written. */
export const readExpected = (text: string): Expected => {
  const expected = new Map<string, Set<string>>();
  const add = (from: string, line: string) => inMap(expected, from, () => new Set()).add(line);
  let from = '';
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('  ')) add(from, line.slice(2));
    else if (line.includes(' → ')) add('', line);
    else from = line;
  }
  return expected;
};
