import type { FunctionRun, Outcome } from './function.ts';
import type { FunctionManifest } from './manifest.ts';

/** Loads a function's code on first use. Otherwise every child would load the face functions. */
export async function bodyOf({
  body,
}: FunctionManifest): Promise<(run: FunctionRun) => Promise<Outcome>> {
  const { run } = await import(`./${body}/run.ts`);
  return run;
}
