import {
  type RecoveryStep,
  reached,
  recoverySteps,
  type SweeperStep,
  type SweepStep,
  sweepSteps,
} from './write-points.ts';

/** Runs `work` and reports an error instead of throwing it. */
type Attempt = (work: () => Promise<unknown>) => Promise<void>;

/**
 * One step of a sweep.
 * @param attempt runs the work for one item, so that its failure does not affect other items
 */
export type Step = (attempt: Attempt) => Promise<unknown>;

/**
 * Finds unfinished work of the last process, before other work begins. Returns the step that
 * finishes this work.
 */
export type Recovery = () => Promise<Step>;

/** Returns a step that works on each item, even if another item fails. */
export const forEach =
  <Item>(find: () => Promise<Item[]>, work: (item: Item) => Promise<unknown>): Step =>
  async (attempt) => {
    for (const item of await find()) await attempt(() => work(item));
  };

const keepEndedMs = 30 * 86_400_000;

/** Returns the latest end of rows that are removed now. Ended rows are kept for a time. */
export const endOfKeeping = (now: Date): Date => new Date(now.getTime() - keepEndedMs);

export type Sweeper = {
  /**
   * Finds unfinished work of the last process. Call it at the start, before other work begins. The
   * returned function finishes that work.
   */
  findInterrupted(): Promise<() => Promise<void>>;
  /**
   * Call it every minute. Its steps send, refund and delete due items. A failed step does not block
   * the other steps.
   */
  sweep(): Promise<void>;
};

/** Steps of a feature in recovery and sweep. */
export type FeatureSteps = {
  recovery?: { readonly [Name in RecoveryStep]?: Recovery };
  sweep?: { readonly [Name in SweepStep]?: Step };
};

/**
 * Returns the steps of all features in their fixed order.
 * @throws if a step is missing
 */
function stepsOf<Name extends string, Work>(
  names: readonly Name[],
  parts: readonly ({ readonly [One in Name]?: Work } | undefined)[],
): [Name, Work][] {
  const found: { [One in Name]?: Work } = Object.assign({}, ...parts);
  return names.map((name) => {
    const work = found[name];
    if (!work) throw new Error(`No feature has the step "${name}": add it to a feature`);
    return [name, work];
  });
}

/** Runs the steps of all features in the order of `recoverySteps` and `sweepSteps`. */
export function createSweeper(
  features: readonly FeatureSteps[],
  onError: (error: unknown, step: SweeperStep) => void,
): Sweeper {
  const recoveries = stepsOf<RecoveryStep, Recovery>(
    recoverySteps,
    features.map(({ recovery }) => recovery),
  );
  const sweeps = stepsOf<SweepStep, Step>(
    sweepSteps,
    features.map(({ sweep }) => sweep),
  );

  async function run(name: SweeperStep, step: Step) {
    const attempt: Attempt = async (work) => {
      try {
        await work();
        reached(`after ${name}`);
      } catch (error) {
        onError(error, name);
      }
    };
    await attempt(() => step(attempt));
  }

  return {
    async findInterrupted() {
      const found: [RecoveryStep, Step][] = [];
      for (const [name, recovery] of recoveries) found.push([name, await recovery()]);
      return async () => {
        for (const [name, step] of found) await run(name, step);
      };
    },
    async sweep() {
      for (const [name, step] of sweeps) await run(name, step);
    },
  };
}
