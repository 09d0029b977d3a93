import { type StepReport, tellStep } from '../../../workshop/paths/walker.ts';

/** `npm run paths -- --run … --browser` sets it, so that a person can watch. */
const given = process.env.LIGHTWELL_STEP_MS;

export const isLookedAt = given !== undefined;

/** Prints every step. Each step takes at least `LIGHTWELL_STEP_MS`. */
export const beforeOnesEyes = (): ((step: StepReport, index: number) => Promise<void>) => {
  let begun = performance.now();
  return async (step, index) => {
    console.log(tellStep(step, index));
    const rest = Number(given) - (performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, rest));
    begun = performance.now();
  };
};
