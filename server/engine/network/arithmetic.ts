import { existsSync } from 'node:fs';
import { accelerators, type RuntimeOptions } from '../../platform/config/runtime-options.ts';

export const isAccelerator = (provider: string): boolean =>
  (accelerators as readonly string[]).includes(provider);

/** Options of one run of a job. */
export type RunSettings = { withoutAccelerators: boolean };

export const usualRuntime: RuntimeOptions = { arithmetic: 'auto', accelerators: [] };

/** One execution provider for a network. All give the same picture within a tolerance. */
export interface ExecutionProvider {
  /** `float`, `int8` or an accelerator */
  name: string;
  file: string;
  executionProviders: string[];
}

/** The same network in 8-bit integers, if it exists. */
export const quantizedFileOf = (file: string) => file.replace(/\.onnx$/, '.int8.onnx');

/** Interpolation as a network, for areas without detail. */
export const plainFileOf = (scale: 2 | 4) => `upscale-${scale}x-plain.onnx`;

/** Floats on the processor: available on every machine, and the reference for all others. */
export const plainProvider = (file: string): ExecutionProvider => ({
  name: 'float',
  file,
  executionProviders: ['cpu'],
});

/**
 * The execution providers to measure, for networks of pixels with an integer version beside them. Integer
 * networks are made for the processor, so accelerators get the float version.
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
