import { existsSync } from 'node:fs';
import { accelerators, type RuntimeOptions } from '../../platform/config/runtime-options.ts';

export const isAccelerator = (provider: string): boolean =>
  (accelerators as readonly string[]).includes(provider);

/** Settings for one run of a job. */
export type RunSettings = { withoutAccelerators: boolean };

export const usualRuntime: RuntimeOptions = { arithmetic: 'auto', accelerators: [] };

/**
 * One way to run a network: file, runtime settings and name. All ways give the same picture within
 * a tolerance.
 */
export interface ExecutionProvider {
  /** `float`, `int8` or an accelerator */
  name: string;
  file: string;
  executionProviders: string[];
}

/** Returns the file name of the 8-bit version of a network. The file may not exist. */
export const quantizedFileOf = (file: string) => file.replace(/\.onnx$/, '.int8.onnx');

/** Returns the file name of the network that only interpolates, for areas without detail. */
export const plainFileOf = (scale: 2 | 4) => `upscale-${scale}x-plain.onnx`;

/**
 * Returns the execution provider that computes with floats on the processor. It is available on
 * every machine, and the reference for all other providers.
 */
export const plainProvider = (file: string): ExecutionProvider => ({
  name: 'float',
  file,
  executionProviders: ['cpu'],
});

/**
 * Returns the execution providers to compare. Only networks with an 8-bit version have several
 * providers. Accelerators get the float version, because the 8-bit version is made for processors.
 */
export function providersOf(
  file: string,
  { arithmetic, accelerators }: RuntimeOptions,
): ExecutionProvider[] {
  const quantized = quantizedFileOf(file);
  if (quantized === file || !existsSync(quantized)) return [plainProvider(file)];
  const integers = { name: 'int8', file: quantized, executionProviders: ['cpu'] };
  return [
    ...(arithmetic === 'int8' ? [] : [plainProvider(file)]),
    ...(arithmetic === 'float' ? [] : [integers]),
    ...accelerators.map((name) => ({ name, file, executionProviders: [name, 'cpu'] })),
  ];
}
