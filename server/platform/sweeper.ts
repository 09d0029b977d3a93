import {
  type OwnStep,
  ownSteps,
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

/** Returns a step that works on each item, even if another item fails. */
export const forEach =
  <Item>(find: () => Promise<Item[]>, work: (item: Item) => Promise<unknown>): Step =>
  async (attempt) => {
    for (const item of await find()) await attempt(() => work(item));
  };

const keepEndedMs = 30 * 86_400_000;

/** Returns the latest end of rows that are removed now. Ended rows are kept for a time. */
export const endOfKeeping = (now: Date): Date => new Date(now.getTime() - keepEndedMs);

/** Runs steps. A failed step does not block the other steps. */
export type Sweeper = {
  /** Recovers the work of lost processes. */
  recover(): Promise<void>;
  /** Call it every minute in each process. Its steps concern the work of this process. */
  checkOwn(): Promise<void>;
  /**
   * Call it every minute in one process. Its steps send, refund and delete due items.
   * @param lost ends the sweep before its next step
   */
  sweep(lost?: AbortSignal): Promise<void>;
};

/** Steps of a feature. */
export type FeatureSteps = {
  recovery?: { readonly [Name in RecoveryStep]?: Step };
  own?: { readonly [Name in OwnStep]?: Step };
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

/** Runs the steps of all features in the order of their lists. */
export function createSweeper(
  features: readonly FeatureSteps[],
  onError: (error: unknown, step: SweeperStep) => void,
): Sweeper {
  const recoveries = stepsOf<RecoveryStep, Step>(
    recoverySteps,
    features.map(({ recovery }) => recovery),
  );
  const checks = stepsOf<OwnStep, Step>(
    ownSteps,
    features.map(({ own }) => own),
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
    async recover() {
      for (const [name, step] of recoveries) await run(name, step);
    },
    async checkOwn() {
      for (const [name, step] of checks) await run(name, step);
    },
    async sweep(lost) {
      for (const [name, step] of sweeps) {
        if (lost?.aborted) return;
        await run(name, step);
      }
    },
  };
}
