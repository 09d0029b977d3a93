import { type FunctionManifest, photoLimits } from '../manifest.ts';

/** Makes faces and text unrecognisable. */
export const hide = {
  /** records of earlier versions, which hid faces only, have this code */
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
    { kind: 'switch', name: 'face', default: true, names: null },
    { kind: 'switch', name: 'text', default: true, names: null },
    { kind: 'strokes', name: 'brush', max: 1000, required: false, default: '', names: null },
    { kind: 'regions', name: 'open', shows: ['face', 'text'], max: 600, default: '', names: null },
  ],
  estimatePer: 'megapixel',
  mayReject: true,
  preview: null,
  downscaleAllowed: true,
  names: null,
  models: ['face-detector.onnx', 'face-landmarks.onnx', 'text-detector.onnx'],
  body: 'hide',
} as const satisfies FunctionManifest;
