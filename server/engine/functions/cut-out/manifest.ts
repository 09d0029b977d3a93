import { type FunctionManifest, photoLimits } from '../manifest.ts';

/** Cuts the main object out of its background and places it on another background. */
export const cutOut = {
  code: 'cut-out',
  type: 24,
  group: 'background',
  picture: '/home/fn-cut-out.webp',
  credits: 2,
  unit: 1,
  output: { kind: 'scaled', scale: 1, square: { option: 'square', maxSide: 8192 } },
  limits: { ...photoLimits, maxPixels: 50e6, minSide: 16 },
  options: [
    {
      kind: 'choice',
      name: 'background',
      choices: [
        { value: 'transparent', names: null },
        { value: 'white', names: null },
        { value: 'black', names: null },
        { value: 'grey', names: null },
        { value: 'sand', names: null },
        { value: 'sky', names: null },
        { value: 'blurred', names: null },
      ],
      own: ['colour', 'picture'],
      default: 'transparent',
      names: null,
    },
    { kind: 'strokes', name: 'brush', max: 1000, required: false, default: '', names: null },
    { kind: 'switch', name: 'shadow', default: false, names: null },
    { kind: 'switch', name: 'square', default: false, names: null },
  ],
  estimatePer: 'run',
  mayReject: false,
  preview: { of: 'whole', side: 384 },
  downscaleAllowed: true,
  names: null,
  models: ['cut-out.onnx'],
  body: 'cut-out',
} as const satisfies FunctionManifest;
