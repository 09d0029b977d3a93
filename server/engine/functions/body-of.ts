import type { FunctionRun, Outcome } from './function.ts';
import type { FunctionManifest } from './manifest.ts';

/**
 * Loads a function on first use, so that a child that only enlarges never loads the face functions.
 */
export async function bodyOf({
  body,
}: FunctionManifest): Promise<(run: FunctionRun) => Promise<Outcome>> {
  const { run } = await import(`./${body}/run.ts`);
  return run;
}
