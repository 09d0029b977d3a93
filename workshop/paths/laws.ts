import type { AnyStateMachine } from 'xstate';
import type { ChartDescriptor, Moment } from '../../machines/testing/chart-descriptor.ts';
import { after, exploreQuickly, type Situation, type Watch } from './explore.ts';
import { momentOf } from './moment.ts';
import { mutantCalled, mutantsOf } from './mutants.ts';
import { eventOf, type Step } from './step.ts';

/** The sentences of the laws that this step breaks. */
export const brokenLaws = ({ laws = {} }: ChartDescriptor, moment: Moment): string[] =>
  Object.entries(laws).flatMap(([sentence, { holds }]) => (holds(moment) ? [] : [sentence]));

export const eventIn = (step: Step) => (step.kind === 'time' ? null : eventOf(step));

/** Laws that one step breaks, with the path to this step in words. */
type Breach = { laws: readonly string[]; reached: string };

/** Checks a chart's laws at its starts and at every step of the exploration. */
export const watchLaws = (model: ChartDescriptor, onBreach: (breach: Breach) => void): Watch => {
  const check = (moment: Moment, reached: () => string): void => {
    const laws = brokenLaws(model, moment);
    if (laws.length > 0) onBreach({ laws, reached: reached() });
  };
  return {
    started: ({ says }, { world, actions }) =>
      check(momentOf(null, null, world.snapshot, actions), () =>
        says === '' ? 'the start' : `the start with ${says}`,
      ),
    moved: (from: Situation, step, { world, actions }) => {
      const { snapshot } = from.world;
      const moment = momentOf(snapshot, eventIn(step), world.snapshot, actions);
      check(moment, () => `${step.says} ${after(from)}`);
    },
  };
};

/** Collects a sentence for the first breach of each law. */
export const noteBreaches = (model: ChartDescriptor): { watch: Watch; breaches: string[] } => {
  const known = new Set<string>();
  const breaches: string[] = [];
  const watch = watchLaws(model, ({ laws, reached }) => {
    for (const law of laws) {
      if (known.has(law)) continue;
      known.add(law);
      breaches.push(`${model.machine.id}: ${reached} breaks the law “${law}”`);
    }
  });
  return { watch, breaches };
};

/** The mutant that a law names in `brokenBy`. */
const mutantOf = ({ machine, laws = {} }: ChartDescriptor, law: string): AnyStateMachine => {
  const brokenBy = laws[law]?.brokenBy ?? '';
  if (typeof brokenBy === 'function') return brokenBy(machine);
  const mutant = mutantCalled(machine, brokenBy);
  if (mutant) return mutant;
  const [place = ''] = brokenBy.split(': ');
  const others = mutantsOf(machine.id, machine).filter(({ says }) => says.startsWith(place));
  const words = others.map(({ says }) => `\n  ${says}`).join('');
  throw new Error(
    `${machine.id}: the law “${law}” is broken by “${brokenBy}”, which is not a mutant of the chart; its mutants are:${words}`,
  );
};

class Broken extends Error {
  readonly breach: Breach;
  constructor(breach: Breach) {
    super(breach.reached);
    this.breach = breach;
  }
}

/** The laws that the mutant of a law breaks first. Empty if it breaks none. */
export const brokenByMutantOf = (model: ChartDescriptor, law: string): readonly string[] => {
  const mutant = { ...model, machine: mutantOf(model, law) };
  const stopAtFirst = watchLaws(mutant, (breach) => {
    throw new Broken(breach);
  });
  try {
    exploreQuickly(model.machine.id, mutant, stopAtFirst);
    return [];
  } catch (thrown) {
    if (thrown instanceof Broken) return thrown.breach.laws;
    throw thrown;
  }
};
