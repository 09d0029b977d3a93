import { existsSync } from 'node:fs';

/** What may run networks beside the processor, in the words of the runtime. */
export const accelerators = ['cuda', 'tensorrt', 'dml', 'coreml', 'webgpu'] as const;
export type Accelerator = (typeof accelerators)[number];

export const isAccelerator = (way: string): boolean =>
  (accelerators as readonly string[]).includes(way);

/** What the operator has decided about how networks run. */
export interface RuntimeOptions {
  /** `auto`: whichever is faster on this machine */
  arithmetic: 'auto' | 'float' | 'int8';
  /** tried before the processor */
  accelerators: readonly Accelerator[];
}

/** What one run of a job asks for. */
export type RunWish = { withoutAccelerators: boolean };

export const usualRuntime: RuntimeOptions = { arithmetic: 'auto', accelerators: [] };

/** One way to run a network: the same picture out, within a bound. */
export interface Way {
  /** `float`, `int8` or an accelerator */
  name: string;
  file: string;
  providers: string[];
}

/** The same network in 8-bit integers, where there is one. */
export const quantizedFileOf = (file: string) => file.replace(/\.onnx$/, '.int8.onnx');

/** Interpolation as a network, for areas without any detail. */
export const plainFileOf = (scale: 2 | 4) => `upscale-${scale}x-plain.onnx`;

/** Floats on the processor, which every machine can do and everything else is compared with. */
export const plainWay = (file: string): Way => ({ name: 'float', file, providers: ['cpu'] });

/**
 * The ways that are worth a try: for networks of pixels only, which have a file in integers beside
 * them. Those are made for the processor, so accelerators get the one in floats.
 */
export function waysOf(file: string, { arithmetic, accelerators }: RuntimeOptions): Way[] {
  const quantized = quantizedFileOf(file);
  if (quantized === file || !existsSync(quantized)) return [plainWay(file)];
  const integers = { name: 'int8', file: quantized, providers: ['cpu'] };
  return [
    ...(arithmetic === 'int8' ? [] : [plainWay(file)]),
    ...(arithmetic === 'float' ? [] : [integers]),
    ...accelerators.map((name) => ({ name, file, providers: [name, 'cpu'] })),
  ];
}
