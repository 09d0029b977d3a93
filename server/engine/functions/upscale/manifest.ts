import { wholeSide } from '../../../../machines/model/result-side.ts';
import { type FunctionManifest, photoLimits } from '../manifest.ts';

/**
 * Side lengths of the previews. They are smaller for slower networks, so that every preview takes
 * less than a second.
 */
const cropSides = { crisp: 112, fine: 96, fast: 128 };

interface Variant {
  code: string;
  scale: 2 | 4;
  quality: keyof typeof cropSides;
  type: number;
  credits: number;
  maxPixels: number;
}

/*
 * The limits keep a result below 100 megapixels and a run below about ten minutes on two cores. The
 * browser makes a smaller copy of a larger photo, and the page states this next to the price.
 */
export const variants: readonly Variant[] = [
  { code: 'upscale-2x-crisp', scale: 2, quality: 'crisp', type: 15, credits: 2, maxPixels: 25e6 },
  { code: 'upscale-4x-crisp', scale: 4, quality: 'crisp', type: 16, credits: 3, maxPixels: 6e6 },
  { code: 'upscale-2x-fine', scale: 2, quality: 'fine', type: 12, credits: 2, maxPixels: 12.5e6 },
  { code: 'upscale-4x-fine', scale: 4, quality: 'fine', type: 14, credits: 3, maxPixels: 6e6 },
  { code: 'upscale-2x-fast', scale: 2, quality: 'fast', type: 11, credits: 1, maxPixels: 25e6 },
  { code: 'upscale-4x-fast', scale: 4, quality: 'fast', type: 13, credits: 2, maxPixels: 6e6 },
];

/** The longest side of the result. The default value never makes the result smaller. */
const sideOption = {
  kind: 'number',
  name: 'side',
  min: 100,
  max: wholeSide,
  step: 1,
  default: wholeSide,
  unit: null,
  names: null,
} as const;

export type UpscaleOptions = { options: readonly [typeof sideOption] };

export const modelOf = ({ code }: Pick<Variant, 'code'>) => `${code}.onnx`;

export const upscalers = variants.map(
  ({ code, scale, quality, type, credits, maxPixels }): FunctionManifest => ({
    code,
    type,
    group: 'upscale',
    quality,
    picture: '/home/fn-upscale.webp',
    credits,
    unit: 2,
    output: { kind: 'scaled', scale },
    limits: { ...photoLimits, maxPixels, minSide: 8 },
    options: [sideOption],
    estimatePer: 'megapixel',
    mayReject: false,
    preview: { of: 'crop', side: cropSides[quality] },
    downscaleAllowed: true,
    names: null,
    models: [modelOf({ code }), `upscale-${scale}x-plain.onnx`],
    body: 'upscale',
  }),
);
