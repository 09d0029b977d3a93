import { type FunctionManifest, photoLimits } from '../manifest.ts';

const part = <Name extends string>(name: Name) =>
  ({ kind: 'switch', name, default: true, names: null }) as const;

/** A photo with more pixels is not enlarged, which bounds the duration of a run. */
const mostEnlarged = 1_500_000;

/** Measures what the photo lacks, and repairs only that. Each part can be switched off. */
export const better = {
  code: 'better',
  type: 20,
  group: 'improve',
  picture: '/home/fn-better.webp',
  credits: 2,
  unit: 1,
  output: {
    kind: 'scaled',
    scale: 1,
    small: { option: 'size', scale: 2, maxPixels: mostEnlarged },
  },
  limits: { ...photoLimits, maxPixels: 25e6, minSide: 16 },
  options: [
    part('noise'),
    part('blocks'),
    part('light'),
    part('contrast'),
    part('sharpness'),
    part('size'),
  ],
  refusal: 'nothing_to_improve',
  estimatePer: 'megapixel',
  workloads: [
    { options: [] },
    { options: ['noise', 'blocks'] },
    { options: ['size'] },
    { options: ['noise', 'blocks', 'size'] },
  ],
  mayReject: false,
  preview: { of: 'crop', side: 192, survey: true },
  downscaleAllowed: true,
  names: null,
  models: ['denoise.onnx', 'upscale-2x-fast.onnx', 'upscale-2x-plain.onnx', 'face-detector.onnx'],
  body: 'better',
} as const satisfies FunctionManifest;
