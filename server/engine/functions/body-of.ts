import type { FunctionRun, NeedsFinder, Outcome } from './function.ts';
import type { FunctionManifest } from './manifest.ts';

/** Loads a function's code on first use. Otherwise every child would load the face functions. */
export async function bodyOf({
  body,
}: FunctionManifest): Promise<(run: FunctionRun) => Promise<Outcome>> {
  const { run } = await import(`./${body}/run.ts`);
  return run;
}

/** Loads the code that finds what a photo needs. */
export async function needsOf({ body }: Pick<FunctionManifest, 'body'>): Promise<NeedsFinder> {
  const { needs } = await import(`./${body}/needs.ts`);
  return needs;
}
