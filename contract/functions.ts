import { z } from 'zod';

/** Pricing unit (R45): 0 unknown or free, 1 per run, 2 per started megapixel of input. */
export const creditUnit = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** Type numbers below this are used by this repository's functions (see their manifests). */
export const operatorFunctionTypeFrom = 100;

/** A function code: lower-case words joined by dashes. */
export const functionCode = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

/** File formats accepted for upload; also the {code} of the signature call. */
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

/** Texts by locale. Only operator models bring them; the texts of our functions are in `locales/`. */
const localWords = z.record(z.string(), z.string()).nullable();

/** Name of an option within its function, or a value of a choice. */
export const optionWord = z.string().regex(/^[a-z][A-Za-z0-9]{0,31}$/);

/** An option that a visitor may set before the start. */
const functionOption = z.union([
  z.object({
    kind: z.literal('number'),
    name: optionWord,
    min: z.number(),
    max: z.number(),
    /** valid values are `min` plus a multiple of `step` */
    step: z.number().positive(),
    default: z.number(),
    /** how the value is displayed and read out */
    unit: z.enum(['percent']).nullable(),
    names: localWords,
  }),
  z.object({
    kind: z.literal('choice'),
    name: optionWord,
    choices: z.array(z.object({ value: optionWord, names: localWords })).min(1),
    default: optionWord,
    names: localWords,
  }),
  z.object({
    kind: z.literal('switch'),
    name: optionWord,
    default: z.boolean(),
    names: localWords,
  }),
  z.object({
    /**
     * Regions of the photo that the function leaves unchanged. The value is text: for each region
     * `left,top,width,height` in ten-thousandths of the upright photo's width and height, regions separated by
     * a space.
     */
    kind: z.literal('regions'),
    name: optionWord,
    /** content of the regions; the call `findRegions` finds them */
    shows: z.enum(['face']),
    /** largest number of regions in the value */
    max: z.int().positive(),
    default: z.literal(''),
    names: localWords,
  }),
]);

/** Values of options by name. */
export const optionValues = z.record(
  optionWord,
  z.union([z.number(), z.string().max(4000), z.boolean()]),
);
export type OptionValues = z.infer<typeof optionValues>;

/** Size of the result: the photo enlarged by `scale` (1 keeps its size), or a square cut out of it. */
const functionOutput = z.union([
  z.object({
    kind: z.literal('scaled'),
    scale: z.number().positive(),
    /** the switch that makes the result a square around the photo's object, and its longest side */
    square: z.object({ option: optionWord, maxSide: z.int().positive() }).optional(),
  }),
  z.object({
    kind: z.literal('square'),
    /** side length in pixels; the actual one depends on the photo's content */
    minSide: z.int().positive(),
    maxSide: z.int().positive(),
  }),
]);

/** Input of the `preview` call: a square cut out of the photo, or the whole photo scaled down. */
const previewInput = z.object({
  of: z.enum(['crop', 'whole']),
  /** longest side, pixels */
  side: z.int().positive(),
});

/** One function as described by the setup call. */
export const offeredFunction = z.object({
  code: functionCode,
  /** 49 and 50 may be rejected by the core (dealStatus 3, R35) if no usable face is found */
  type: z.int().min(1),
  /** group in which it is displayed */
  group: z.enum(['upscale', 'improve', 'background', 'faces', 'more']),
  /** path of a small square picture, or null if there is none */
  picture: z.string().nullable(),
  output: functionOutput,
  limits: z.object({
    /** bytes of the uploaded file */
    maxBytes: z.int().positive(),
    /** width × height of the input */
    maxPixels: z.int().positive(),
    /** per-format limits, for decoders that accept fewer pixels than `maxPixels` */
    maxPixelsByFormat: z.partialRecord(fileFormat, z.int().positive()),
    /** shortest side of the input, pixels */
    minSide: z.int().positive(),
    formats: z.array(fileFormat).min(1),
    /** longest side of the result, pixels */
    maxResultSide: z.int().positive(),
    /** width × height of the result */
    maxResultPixels: z.int().positive(),
  }),
  /** in display order */
  options: z.array(functionOption),
  /** null if a part of the photo cannot show how the whole result will look */
  preview: previewInput.nullable(),
  /** true if the browser may scale the photo down to `maxPixels` before the upload */
  downscaleAllowed: z.boolean(),
  /** true if the core may reject the photo (dealStatus 3) */
  mayReject: z.boolean(),
  /** duration measured on this server, milliseconds, for one input megapixel or for a whole run */
  estimate: z
    .object({ per: z.enum(['megapixel', 'run']), lowMs: z.number(), highMs: z.number() })
    .nullable(),
  /** a run that would take longer, in milliseconds, is refused before the start */
  deadlineMs: z.int().positive(),
  names: localWords,
});

export type FunctionOption = z.infer<typeof functionOption>;
export type PreviewInput = z.infer<typeof previewInput>;
export type OfferedFunction = z.infer<typeof offeredFunction>;
