import { settle } from '../../../machines/testing/test-system.ts';
import { randomFrom } from '../random.ts';
import { type AppMachine, startTogether, type Together } from './together.ts';
import { togetherLaws } from './together-laws.ts';
import { type Possible, possibleIn } from './together-steps.ts';

/** The steps of a walk, and the laws that its last step broke. Empty if all laws hold. */
type TogetherWalk = { laws: string[]; steps: string[] };

const broken = ({ scene }: Together): string[] => {
  const stopped = scene.of('app')?.status === 'error' ? ['the charts go on'] : [];
  const laws = Object.entries(togetherLaws).filter(([, { holds }]) => !holds(scene));
  return [...stopped, ...laws.map(([sentence]) => sentence)];
};

/** Returns the next step. Undefined ends the walk. */
type Choose = (kinds: readonly (readonly Possible[])[], index: number) => Possible | undefined;

const go = async (machine: AppMachine, choose: Choose): Promise<TogetherWalk> => {
  const together = startTogether(machine);
  const steps: string[] = [];
  try {
    for (let index = 0; ; index += 1) {
      await settle();
      const laws = broken(together);
      const next = laws.length > 0 ? undefined : choose(possibleIn(together), index);
      if (!next) return { laws, steps };
      steps.push(next.says);
      next.act();
    }
  } finally {
    together.stop();
  }
};

const pick = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)];

/*
 * Indexes of `possibleIn`, repeated by weight. Successful calls have a high weight, because walks
 * would otherwise be short.
 */
const weights = [0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 4];

const chooseBy =
  (random: () => number, length: number): Choose =>
  (kinds, index) => {
    if (index >= length) return undefined;
    const kind = kinds[pick(weights, random) ?? 0] ?? [];
    return pick(kind.length > 0 ? kind : kinds.flat(), random);
  };

/** Repeats the steps that are possible and skips the others. */
export const repeatTogether = (
  machine: AppMachine,
  steps: readonly string[],
): Promise<TogetherWalk> => {
  const rest = [...steps];
  return go(machine, (kinds) => {
    for (let says = rest.shift(); says !== undefined; says = rest.shift()) {
      const next = kinds.flat().find((one) => one.says === says);
      if (next) return next;
    }
    return undefined;
  });
};

/** Shortens a walk by removing steps while it still ends in the breach. */
const shrink = async (machine: AppMachine, found: TogetherWalk): Promise<TogetherWalk> => {
  let best = found;
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; ) {
    let smaller: TogetherWalk | undefined;
    for (let at = 0; at < best.steps.length && !smaller; at += size) {
      const kept = best.steps.filter((_, index) => index < at || index >= at + size);
      const walk = await repeatTogether(machine, kept);
      if (walk.laws.length > 0 && walk.steps.length < best.steps.length) smaller = walk;
    }
    if (smaller) best = smaller;
    else size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return best;
};

type Walks = { seed: number; count: number; length: number };

/**
 * Walks randomly through all charts at once. Returns the shortened walk to the first breach of a
 * law.
 */
export const walkTogether = async (
  machine: AppMachine,
  { seed, count, length }: Walks,
): Promise<TogetherWalk | undefined> => {
  const random = randomFrom(seed);
  for (let index = 0; index < count; index += 1) {
    const walk = await go(machine, chooseBy(random, length));
    if (walk.laws.length > 0) return shrink(machine, walk);
  }
  return undefined;
};

/** A breach as text: the steps of the walk, then the broken laws. */
export const tellBreach = ({ laws, steps }: TogetherWalk): string =>
  [
    ...steps.map((says, index) => `  ${index + 1}. ${says}`),
    ...laws.map((law) => `  ✗ it breaks the law “${law}”`),
  ].join('\n');
