import type { Exploration, Start } from './explore.ts';
import { faultOf } from './fault.ts';
import { legalSteps, sameStep } from './legal-steps.ts';
import { type Path, replay } from './path.ts';
import type { Step } from './step.ts';
import { type PathReport, startWords, type Walker, walk } from './walker.ts';
import { begin, move, type World } from './world.ts';

/** mulberry32: the same seed gives the same numbers on every machine. */
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

/**
 * Takes a random legal step. Avoids dead ends if it finds another step. @throws what a guard, an
 * action or a sample throws
 */
const stroll = (
  { machine, model }: Exploration,
  world: World,
  random: () => number,
  tried: (step: Step) => void,
): { step: Step; world: World } | undefined => {
  let found: { step: Step; world: World } | undefined;
  for (let turn = 0; turn < tries; turn += 1) {
    const step = pick(legalSteps(model, world), random);
    if (!step) break;
    tried(step);
    found = { step, world: move(machine, world, step).world };
    if (legalSteps(model, found.world).length > 0) break;
  }
  return found;
};

type Steps = { start: Start; steps: Step[] };

/**
 * A random walk of the given length, or shorter if the chart ends. If a guard, an action or a
 * sample throws, the walk ends with that step.
 */
const randomSteps = (
  exploration: Exploration,
  random: () => number,
  length: number,
): Steps & { hasThrown: boolean } => {
  const { machine, beginnings } = exploration;
  const start: Start = pick(beginnings, random)?.start ?? { says: '', input: undefined };
  const steps: Step[] = [];
  let { world } = begin(machine, start.input);
  let last: Step | undefined;
  let hasThrown = false;
  try {
    while (steps.length < length) {
      last = undefined;
      const next = stroll(exploration, world, random, (step) => {
        last = step;
      });
      if (!next) break;
      steps.push(next.step);
      world = next.world;
    }
  } catch {
    // replaying the walk reports the error
    hasThrown = true;
    if (last) steps.push(last);
  }
  return { start, steps, hasThrown };
};

/** Returns the steps that are still possible, in the same order. */
const legalOf = ({ machine, model }: Exploration, { start, steps }: Steps): Step[] => {
  let { world } = begin(machine, start.input);
  const legal: Step[] = [];
  for (const wanted of steps) {
    try {
      const step = sameStep(model, world, wanted);
      if (!step) continue;
      ({ world } = move(machine, world, step));
      legal.push(step);
    } catch {
      return [...legal, wanted];
    }
  }
  return legal;
};

export type Failure = { path: Path; report: PathReport };

type Found = Failure & Steps;

/** Describes a walk whose last step throws; `says` names that step. */
const thrownAt = (
  exploration: Exploration,
  { start, steps }: Steps,
  says: string,
  thrown: unknown,
): Pick<Found, 'path' | 'report'> => {
  const path = replay(exploration, start, steps);
  const passed = [startWords(start), ...steps.map((step) => step.says)];
  const report = {
    chart: exploration.chart,
    title: path.title,
    ok: false,
    steps: [
      ...passed.map((words) => ({ says: words, ok: true })),
      { says, ok: false, problem: `throws: ${faultOf(thrown)}` },
    ],
  };
  return { path, report };
};

/** The first of these steps that throws, with the path to it. Undefined if none throws. */
const thrownOn = (exploration: Exploration, { start, steps }: Steps): Found | undefined => {
  const { machine, model } = exploration;
  const done: Step[] = [];
  let { world } = begin(machine, start.input);
  for (const step of [...steps, undefined]) {
    let tried: Step | undefined;
    try {
      const legal = legalSteps(model, world);
      if (step === undefined || legal.length === 0) return undefined;
      tried = sameStep(model, world, step) ?? step;
      ({ world } = move(machine, world, tried));
      done.push(tried);
    } catch (thrown) {
      const says = tried?.says ?? 'what may come next';
      const told = thrownAt(exploration, { start, steps: done }, says, thrown);
      return { ...told, start, steps: tried ? [...done, tried] : done };
    }
  }
  return undefined;
};

/** Returns the failure of a walk in which nothing throws. The returned walk ends at the failure. */
const walkOn = async (
  exploration: Exploration,
  { start, steps: planned }: Steps,
  walker: () => Walker,
): Promise<Found | undefined> => {
  const path = replay(exploration, start, planned);
  const report = await walk(path, walker());
  if (report.ok) return undefined;
  const steps = path.steps.slice(0, report.steps.length - 1).map(({ step }) => step);
  return { path: replay(exploration, start, steps), report, start, steps };
};

/** Removes steps while the walk still fails. */
const shrink = async (
  exploration: Exploration,
  found: Found,
  walker: () => Walker,
): Promise<Failure> => {
  const { start } = found;
  let best = found;
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; ) {
    let smaller: Found | undefined;
    for (let at = 0; at < best.steps.length && !smaller; at += size) {
      const kept = best.steps.filter((_, index) => index < at || index >= at + size);
      const steps = legalOf(exploration, { start, steps: kept });
      if (steps.length >= best.steps.length) continue;
      const shorter = { start, steps };
      smaller = thrownOn(exploration, shorter) ?? (await walkOn(exploration, shorter, walker));
    }
    if (smaller) best = smaller;
    else size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  const { path, report } = best;
  return { path, report };
};

/** Walks `count` random paths. Returns the first failure after removing steps, or undefined. */
export const walkRandomly = async (
  exploration: Exploration,
  options: { seed: number; count: number; length: number },
  walker: () => Walker,
): Promise<Failure | undefined> => {
  const random = randomFrom(options.seed);
  for (let index = 0; index < options.count; index += 1) {
    const planned = randomSteps(exploration, random, options.length);
    const thrown = planned.hasThrown ? thrownOn(exploration, planned) : undefined;
    const found = thrown ?? (await walkOn(exploration, planned, walker));
    if (found) return shrink(exploration, found, walker);
  }
  return undefined;
};
