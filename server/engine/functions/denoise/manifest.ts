import { type FunctionManifest, photoLimits } from '../manifest.ts';

/** Removes noise and JPEG blocks, and keeps stronger detail. */
export const denoise = {
  code: 'denoise',
  type: 22,
  group: 'improve',
  picture: '/home/fn-denoise.webp',
  credits: 2,
  unit: 1,
  output: { kind: 'scaled', scale: 1 },
  limits: { ...photoLimits, maxPixels: 25e6, minSide: 16 },
  options: [
    {
      kind: 'number',
      name: 'strength',
      min: 10,
      max: 100,
      step: 10,
      default: 100,
      unit: 'percent',
      names: null,
    },
  ],
  refusal: 'nothing_to_clean',
  estimatePer: 'megapixel',
  mayReject: false,
  preview: { of: 'crop', side: 320 },
  downscaleAllowed: true,
  names: null,
  models: ['denoise.onnx'],
  body: 'denoise',
} as const satisfies FunctionManifest;
