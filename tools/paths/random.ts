import type { Exploration, Start } from './explore.ts';
import { legalSteps, sameStep } from './legal-steps.ts';
import { type Path, replay } from './path.ts';
import type { Step } from './step.ts';
import { type PathReport, type Walker, walk } from './walker.ts';
import { begin, move, type World } from './world.ts';

/** mulberry32: the same numbers for the same seed, everywhere. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const pick = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)];

const tries = 5;

/** One legal step; a step to a dead end only when there is no other. */
const stroll = (
  { machine, model }: Exploration,
  world: World,
  random: () => number,
): { step: Step; world: World } | undefined => {
  let found: { step: Step; world: World } | undefined;
  for (let turn = 0; turn < tries; turn += 1) {
    const step = pick(legalSteps(model, world), random);
    if (!step) break;
    found = { step, world: move(machine, world, step).world };
    if (legalSteps(model, found.world).length > 0) break;
  }
  return found;
};

/** A legal walk of the given length, or shorter when the chart ends. */
export const randomPath = (
  exploration: Exploration,
  random: () => number,
  length: number,
): Path => {
  const { machine, beginnings } = exploration;
  const start: Start = pick(beginnings, random)?.start ?? { says: '', input: undefined };
  const steps: Step[] = [];
  let { world } = begin(machine, start.input);
  while (steps.length < length) {
    const next = stroll(exploration, world, random);
    if (!next) break;
    steps.push(next.step);
    world = next.world;
  }
  return replay(exploration, start, steps);
};

/** The steps that are still possible in this order. */
const legalOf = ({ machine, model }: Exploration, start: Start, steps: readonly Step[]): Step[] => {
  let { world } = begin(machine, start.input);
  return steps.filter((wanted) => {
    const step = sameStep(model, world, wanted);
    if (step) ({ world } = move(machine, world, step));
    return step !== undefined;
  });
};

export type Failure = { path: Path; report: PathReport };

/** The shortest failing walk that removing steps can find. */
const shrink = async (
  exploration: Exploration,
  failure: Failure,
  walker: () => Walker,
): Promise<Failure> => {
  const { start } = failure.path;
  let best = failure;
  for (let size = Math.ceil(best.path.steps.length / 2); size >= 1; ) {
    let smaller: Failure | undefined;
    for (let at = 0; at < best.path.steps.length && !smaller; at += size) {
      const kept = best.path.steps.filter((_, index) => index < at || index >= at + size);
      const steps = legalOf(
        exploration,
        start,
        kept.map(({ step }) => step),
      );
      if (steps.length >= best.path.steps.length) continue;
      const path = replay(exploration, start, steps);
      const report = await walk(path, walker());
      if (!report.ok) smaller = { path, report };
    }
    if (smaller) best = smaller;
    else size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return best;
};

/** Walks `count` random paths; the first failure, shrunk, or undefined. */
export const walkRandomly = async (
  exploration: Exploration,
  options: { seed: number; count: number; length: number },
  walker: () => Walker,
): Promise<Failure | undefined> => {
  const random = randomFrom(options.seed);
  for (let index = 0; index < options.count; index += 1) {
    const path = randomPath(exploration, random, options.length);
    const report = await walk(path, walker());
    if (report.ok) continue;
    const reached = path.steps.slice(0, report.steps.length - 1).map(({ step }) => step);
    const cut = replay(exploration, path.start, reached);
    return shrink(exploration, { path: cut, report }, walker);
  }
  return undefined;
};
