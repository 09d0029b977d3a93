import { type FunctionManifest, photoLimits } from '../manifest.ts';

/** Smaller for slower networks, so that every preview takes less than a second. */
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
 * The limits keep results below about 100 megapixels and runs below about ten minutes on two cores.
 * A larger photo is refused and not shrunk, because shrinking would undo the enlargement.
 */
export const variants: readonly Variant[] = [
  { code: 'upscale-2x-crisp', scale: 2, quality: 'crisp', type: 15, credits: 2, maxPixels: 25e6 },
  { code: 'upscale-4x-crisp', scale: 4, quality: 'crisp', type: 16, credits: 3, maxPixels: 6.3e6 },
  { code: 'upscale-2x-fine', scale: 2, quality: 'fine', type: 12, credits: 2, maxPixels: 12.5e6 },
  { code: 'upscale-4x-fine', scale: 4, quality: 'fine', type: 14, credits: 3, maxPixels: 6.3e6 },
  { code: 'upscale-2x-fast', scale: 2, quality: 'fast', type: 11, credits: 1, maxPixels: 25e6 },
  { code: 'upscale-4x-fast', scale: 4, quality: 'fast', type: 13, credits: 2, maxPixels: 6.3e6 },
];

export const modelOf = ({ code }: Pick<Variant, 'code'>) => `${code}.onnx`;

export const upscalers = variants.map(
  ({ code, scale, quality, type, credits, maxPixels }): FunctionManifest => ({
    code,
    type,
    group: 'upscale',
    picture: '/home/fn-upscale.webp',
    credits,
    unit: 2,
    output: { kind: 'scaled', scale },
    limits: { ...photoLimits, maxPixels, minSide: 8 },
    options: [],
    estimatePer: 'megapixel',
    mayReject: false,
    preview: { of: 'crop', side: cropSides[quality] },
    downscaleAllowed: false,
    names: null,
    models: [modelOf({ code }), `upscale-${scale}x-plain.onnx`],
    body: 'upscale',
  }),
);
