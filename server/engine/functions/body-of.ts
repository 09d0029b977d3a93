import type { FunctionRun, Outcome } from './function.ts';
import type { FunctionManifest } from './manifest.ts';

/** Loaded when it is first needed: a child that only enlarges never reads the face functions. */
export async function bodyOf({
  body,
}: FunctionManifest): Promise<(run: FunctionRun) => Promise<Outcome>> {
  const { run } = await import(`./${body}/run.ts`);
  return run;
}
