import { canBeDone } from '../../machines/model/forecast.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import { workloadOf } from '../../machines/model/workload.ts';
import type { FunctionManifest } from './functions/manifest.ts';

/* Keys by which durations are stored: one for each function, or for each of its workloads. */

// The code alone is never the key of a workload, because older files store all runs under it.
const keyOf = (code: string, options: readonly string[]) =>
  [code, ...(options.length > 0 ? options : ['none'])].join(' ');

/** Returns the key of a run that does these options; by default all of them. */
export function timingKey({ code, workloads }: FunctionManifest, done?: readonly string[]): string {
  if (!workloads) return code;
  const workload = workloadOf(workloads, (option) => done?.includes(option) ?? true);
  return keyOf(code, workload?.options ?? []);
}

export const timingKeys = ({ code, workloads }: FunctionManifest): string[] =>
  workloads ? workloads.map(({ options }) => keyOf(code, options)) : [code];

/** Returns all options that a photo of this size can need, except options that are off. */
export const largestWorkload = (
  manifest: FunctionManifest,
  size: { width: number; height: number },
  options: OptionValues = {},
): string[] =>
  manifest.options
    .map(({ name }) => name)
    .filter((name) => canBeDone(name, size, manifest, options));
