import { z } from 'zod';

/** How credits are counted (R45): 0 unknown or free, 1 per run, 2 per started megapixel of input. */
export const creditUnit = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/**
 * Type numbers of the functions this repository ships. 49 and 50 may be refused by the core
 * (dealStatus 3, R35) when no usable face is found. Operator models are numbered from 100 up.
 */
export const functionTypes = {
  'upscale-2x-fast': 11,
  'upscale-2x-fine': 12,
  'upscale-4x-fast': 13,
  'upscale-4x-fine': 14,
  enhance: 21,
  denoise: 22,
  'face-blur': 49,
  'face-portrait': 50,
} as const;

export const operatorFunctionTypeFrom = 100;

/** A function code: lower-case words joined by dashes. */
export const functionCode = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

/** What a file may be when it is uploaded; also the {code} of the signature call. */
export const fileFormats = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  tiff: 'image/tiff',
  heic: 'image/heic',
} as const;

export type FileFormat = keyof typeof fileFormats;
export const fileFormat = z.enum(Object.keys(fileFormats) as [FileFormat, ...FileFormat[]]);

/** One offered function as the setup call describes it. */
export const offeredFunction = z.object({
  code: functionCode,
  /** see `functionTypes` */
  type: z.int().min(1),
  /** output side length divided by input side length; 1 keeps the size */
  scale: z.number().positive(),
  limits: z.object({
    /** bytes of the uploaded file */
    maxBytes: z.int().positive(),
    /** width × height of the input */
    maxPixels: z.int().positive(),
    /** shortest side, pixels */
    minSide: z.int().positive(),
    formats: z.array(fileFormat).min(1),
  }),
  /** the browser may shrink the photo to maxPixels before the upload */
  downscaleAllowed: z.boolean(),
  /** the core may refuse the photo (dealStatus 3) */
  mayReject: z.boolean(),
  /** measured duration of one input megapixel on this server, milliseconds */
  estimate: z.object({ lowMsPerMegapixel: z.number(), highMsPerMegapixel: z.number() }).nullable(),
  /** names by locale, only for operator models; ours are named in `locales/` */
  names: z.record(z.string(), z.string()).nullable(),
});

export type OfferedFunction = z.infer<typeof offeredFunction>;
