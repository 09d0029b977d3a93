import { type StepReport, tellStep } from '../../../workshop/paths/walker.ts';

/**
 * Set by `npm run paths -- --run … --browser`, which slows the walk down so that a person can
 * watch.
 */
const given = process.env.LIGHTWELL_STEP_MS;

export const isLookedAt = given !== undefined;

/** Returns a function that prints every step and makes it take at least `LIGHTWELL_STEP_MS`. */
export const beforeOnesEyes = (): ((step: StepReport, index: number) => Promise<void>) => {
  let begun = performance.now();
  return async (step, index) => {
    console.log(tellStep(step, index));
    const rest = Number(given) - (performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, rest));
    begun = performance.now();
  };
};
