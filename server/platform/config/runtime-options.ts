/** Execution providers beside the processor, by their names in the runtime. */
export const accelerators = ['cuda', 'tensorrt', 'dml', 'coreml', 'webgpu'] as const;
export type Accelerator = (typeof accelerators)[number];

/** The operator's settings for running networks. */
export interface RuntimeOptions {
  /** `auto`: whichever is faster on this machine */
  arithmetic: 'auto' | 'float' | 'int8';
  /** tried before the processor */
  accelerators: readonly Accelerator[];
}
