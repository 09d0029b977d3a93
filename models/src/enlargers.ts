import type { Precision } from './quantized-esrgan.ts';
import type { Result } from './result.ts';

/** An enlarging network: source of the weights, and conversion settings. */
export interface Enlarger extends Result, Precision {
  /** name of the built files */
  name: string;
  /** npm package that contains the weights */
  from: string;
  /** folder in the package that contains `model.json` */
  folder: string;
  /** name of a network with the same layers, whose measured ranges are used */
  rangesOf?: string;
}

const usual = { halved: false, filter: null, headroom: 1.6, floatTail: 3, sharesUnits: true };
const medium = { ...usual, from: '@upscalerjs/esrgan-medium', filter: 'grid' } as const;
const thick = { ...usual, from: '@upscalerjs/esrgan-thick' };
const gans = {
  ...usual,
  from: '@upscalerjs/esrgan-legacy',
  filter: 'offset',
  sharesUnits: false,
  folder: 'models/gans',
  scale: 4,
} as const;

const x2 = { folder: 'models/x2', scale: 2 } as const;
const x4 = { folder: 'models/x4', scale: 4 } as const;

/**
 * Networks that enlarge. The 8-bit versions lose less than 0.1 dB compared with the float versions.
 * Fast ×2 is closest to that limit.
 */
export const enlargers: readonly Enlarger[] = [
  { ...medium, ...x2, name: 'upscale-2x-fast', headroom: 1.2, floatTail: 4 },
  { ...medium, ...x4, name: 'upscale-4x-fast' },
  { ...thick, ...x2, name: 'upscale-2x-fine' },
  { ...thick, ...x4, name: 'upscale-4x-fine' },
  { ...gans, name: 'upscale-2x-crisp', halved: true, rangesOf: 'upscale-4x-crisp' },
  { ...gans, name: 'upscale-4x-crisp' },
];
