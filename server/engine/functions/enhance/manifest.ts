import { type FunctionManifest, photoLimits } from '../manifest.ts';

/**
 * Removes noise and JPEG blocks. Then improves light, contrast and sharpness, depending on the
 * photo.
 */
export const enhance = {
  code: 'enhance',
  type: 21,
  group: 'improve',
  picture: '/home/fn-enhance.webp',
  credits: 1,
  unit: 1,
  output: { kind: 'scaled', scale: 1 },
  limits: { ...photoLimits, maxPixels: 50e6, minSide: 8 },
  options: [
    {
      kind: 'number',
      name: 'strength',
      min: 10,
      max: 100,
      step: 10,
      default: 50,
      unit: 'percent',
      names: null,
    },
  ],
  estimatePer: 'megapixel',
  mayReject: false,
  preview: { of: 'whole', side: 384 },
  downscaleAllowed: true,
  names: null,
  models: ['denoise.onnx'],
  body: 'enhance',
} as const satisfies FunctionManifest;
