import type { FunctionCredits, Setup } from './functions.ts';
import type { Allowance } from './user.ts';

const unknownCredits: FunctionCredits = { unit: 0, credits: 0 };

/**
 * Returns the credits of a function. For an unknown function, returns unit 0 and credits 0 (R11).
 */
export const creditsOf = (setup: Setup | null, code: string): FunctionCredits =>
  (setup && Object.hasOwn(setup.functionCredits, code) ? setup.functionCredits[code] : undefined) ??
  unknownCredits;

/**
 * Returns the credits of one run (R45). Unit 1 is a price per run. Unit 2 is a price per started
 * megapixel of the input.
 */
export const priceOf = ({ unit, credits }: FunctionCredits, pixels: number): number => {
  if (unit === 1) return credits;
  if (unit === 2) return credits * Math.max(1, Math.ceil(pixels / 1_000_000));
  return 0;
};

export const creditsLeft = ({ limit, used }: Allowance): number => Math.max(0, limit - used);
