import { offered } from '../../server/engine/functions/manifest.ts';
import { manifests } from '../../server/engine/functions/manifests.ts';
import type { OfferedFunction, Setup } from '../model/functions.ts';

/** All built-in functions, as offered by a server that has measured their durations. */
const functions = manifests.map((manifest) =>
  offered(manifest, { estimate: { lowMs: 3000, highMs: 9000 }, deadlineMs: 3_600_000 }),
);

export const sampleOffer: Setup = {
  functionCredits: Object.fromEntries(
    manifests.map(({ code, unit, credits }) => [code, { unit, credits }]),
  ),
  functions,
  retentionDays: 7,
  welcomeCredits: 20,
};

/** Returns a built-in function with overrides. */
export function sampleFunction(
  code: string,
  changes: Partial<OfferedFunction> = {},
): OfferedFunction {
  const found = functions.find((one) => one.code === code);
  if (!found) throw new Error(`There is no function ${code}`);
  return { ...found, ...changes };
}
