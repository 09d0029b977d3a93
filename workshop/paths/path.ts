import type { Exploration, Start } from './explore.ts';
import { sameStep } from './legal-steps.ts';
import { plain } from './plain.ts';
import type { Step } from './step.ts';
import { begin, changedFields, type Move, move } from './world.ts';

/** The expected state of a chart after a step. */
export type Expectation = {
  value: unknown;
  context: unknown;
  status: string;
  /** ids of the innermost states */
  leaves: string[];
};

export type PathStep = {
  step: Step;
  taken: string[];
  /** transitions whose guards reject the step */
  refused: string[];
  changed: string[];
  expected: Expectation;
};

export type Path = {
  chart: string;
  title: string;
  start: Start;
  /** transitions taken by the start */
  taken: string[];
  expected: Expectation;
  steps: PathStep[];
};

export const expectationOf = (snapshot: Move['world']['snapshot']): Expectation => ({
  value: snapshot.value,
  context: plain(snapshot.context),
  status: snapshot.status,
  leaves: snapshot._nodes
    .filter((node) => node.type === 'atomic' || node.type === 'final')
    .map((node) => node.id)
    .sort(),
});

const short = (chart: string, leaves: readonly string[]): string =>
  leaves.map((leaf) => leaf.replace(`${chart}.`, '')).join(' + ');

/** The steps, shortened in the middle, and the final states that differ from the first ones. */
const titleOf = (
  { chart, start, expected }: Pick<Path, 'chart' | 'start' | 'expected'>,
  steps: readonly PathStep[],
): string => {
  const opening = start.says === '' ? '' : `started with ${start.says}: `;
  const names = steps.map(({ step }) => step.says);
  const told = names.length > 6 ? [...names.slice(0, 3), '…', ...names.slice(-2)] : names;
  const ends = steps.at(-1)?.expected.leaves ?? [];
  const moved = ends.filter((leaf) => !expected.leaves.includes(leaf));
  const end = moved.length > 0 ? ` → ${short(chart, moved)}` : '';
  return `${opening}${told.join(', ') || 'nothing yet'}${end}`;
};

/**
 * Walks the steps on the chart with new samples, waits and contexts. The path ends early if a step
 * is impossible.
 */
export const replay = (exploration: Exploration, start: Start, steps: readonly Step[]): Path => {
  const { machine, model, chart } = exploration;
  const first = begin(machine, start.input);
  let world = first.world;
  const done: PathStep[] = [];
  for (const wanted of steps) {
    const step = sameStep(model, world, wanted);
    if (!step) break;
    const { world: next, taken, refused } = move(machine, world, step);
    const changed = changedFields(world.snapshot.context, next.snapshot.context);
    world = next;
    done.push({ step, taken, refused, changed, expected: expectationOf(world.snapshot) });
  }
  const expected = expectationOf(first.world.snapshot);
  const title = titleOf({ chart, start, expected }, done);
  return { chart, title, start, taken: first.taken, expected, steps: done };
};
