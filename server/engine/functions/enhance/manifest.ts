import { type FunctionManifest, photoLimits } from '../manifest.ts';

/** Better light, contrast, colour and sharpness, as far as the photo asks for it. */
export const enhance = {
  code: 'enhance',
  type: 21,
  group: 'improve',
  picture: '/home/fn-enhance.webp',
  credits: 1,
  unit: 1,
  output: { kind: 'scaled', scale: 1 },
  limits: { ...photoLimits, maxPixels: 50e6, minSide: 8 },
  options: [],
  estimatePer: 'megapixel',
  mayReject: false,
  downscaleAllowed: true,
  names: null,
  models: [],
  body: 'enhance',
} as const satisfies FunctionManifest;
