import type { FunctionCredits, Setup } from './functions.ts';
import type { Allowance } from './user.ts';

const unknownCredits: FunctionCredits = { unit: 0, credits: 0 };

/** Returns unit 0 and credits 0 for a missing function (R11). */
export const creditsOf = (setup: Setup | null, code: string): FunctionCredits =>
  (setup && Object.hasOwn(setup.functionCredits, code) ? setup.functionCredits[code] : undefined) ??
  unknownCredits;

/** The credits of one run (R45). Unit 1: per run. Unit 2: per started megapixel of input. */
export const priceOf = ({ unit, credits }: FunctionCredits, pixels: number): number => {
  if (unit === 1) return credits;
  if (unit === 2) return credits * Math.max(1, Math.ceil(pixels / 1_000_000));
  return 0;
};

export const creditsLeft = ({ limit, used }: Allowance): number => Math.max(0, limit - used);
