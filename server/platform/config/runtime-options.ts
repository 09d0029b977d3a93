/** Execution providers other than the processor, by their names in the runtime. */
export const accelerators = ['cuda', 'tensorrt', 'dml', 'coreml', 'webgpu'] as const;
export type Accelerator = (typeof accelerators)[number];

/** The operator's settings for the network runtime. */
export interface RuntimeOptions {
  /** `auto` selects the faster arithmetic on this machine */
  arithmetic: 'auto' | 'float' | 'int8';
  /** execution providers to try before the processor, in this order */
  accelerators: readonly Accelerator[];
}
