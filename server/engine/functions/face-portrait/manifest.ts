import { type FunctionManifest, photoLimits } from '../manifest.ts';

/**
 * Cuts a square portrait around the best face, with room above the head. Small portraits are
 * enlarged.
 */
export const facePortrait = {
  code: 'face-portrait',
  type: 50,
  group: 'faces',
  picture: '/home/fn-face-portrait.webp',
  credits: 2,
  unit: 1,
  output: { kind: 'square', minSide: 1024, maxSide: 4096 },
  limits: { ...photoLimits, maxPixels: 50e6, minSide: 48 },
  options: [],
  estimatePer: 'run',
  mayReject: true,
  preview: null,
  downscaleAllowed: true,
  names: null,
  models: [
    'face-detector.onnx',
    'upscale-2x-fine.onnx',
    'upscale-4x-fine.onnx',
    'upscale-2x-plain.onnx',
    'upscale-4x-plain.onnx',
  ],
  body: 'face-portrait',
} as const satisfies FunctionManifest;
