import { type FunctionManifest, photoLimits } from '../manifest.ts';

/** Makes every face unrecognisable. */
export const faceBlur = {
  code: 'face-blur',
  type: 49,
  group: 'faces',
  picture: '/home/fn-face-blur.webp',
  credits: 1,
  unit: 1,
  output: { kind: 'scaled', scale: 1 },
  limits: { ...photoLimits, maxPixels: 50e6, minSide: 48 },
  options: [
    {
      kind: 'choice',
      name: 'kind',
      choices: [
        { value: 'blur', names: null },
        { value: 'pixels', names: null },
        { value: 'solid', names: null },
      ],
      default: 'blur',
      names: null,
    },
    { kind: 'regions', name: 'open', shows: 'face', max: 150, default: '', names: null },
  ],
  estimatePer: 'megapixel',
  mayReject: true,
  preview: null,
  downscaleAllowed: true,
  names: null,
  models: ['face-detector.onnx'],
  body: 'face-blur',
} as const satisfies FunctionManifest;
