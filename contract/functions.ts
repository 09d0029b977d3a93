import { z } from 'zod';

/** Pricing unit (R45): 0 unknown or free, 1 per run, 2 per started megapixel of input. */
export const creditUnit = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/**
 * First type number of an operator's functions; the functions of this repository use lower
 * numbers.
 */
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

/**
 * Texts by locale. Only an operator's functions have them; the texts of the built-in functions are
 * in `locales/`.
 */
const localWords = z.record(z.string(), z.string()).nullable();

/** Name of an option within its function, or a value of a choice. */
export const optionWord = z.string().regex(/^[a-z][A-Za-z0-9]{0,31}$/);

/** Content of a region that the call `findRegions` finds. */
export const regionContent = z.enum(['face', 'text']);

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
    /** unit in which the value is displayed and read aloud; null for a plain number */
    unit: z.enum(['percent']).nullable(),
    names: localWords,
  }),
  z.object({
    kind: z.literal('choice'),
    name: optionWord,
    choices: z.array(z.object({ value: optionWord, names: localWords })).min(1),
    /**
     * values that are also allowed: any colour as `#rrggbb`, in lower case; the `fileKey` of a
     * picture that the same visitor has uploaded, or `picture` before the upload, which a start
     * refuses
     */
    own: z.array(z.enum(['colour', 'picture'])).optional(),
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
     * `left,top,width,height` in ten-thousandths of the upright photo's width and height, regions
     * separated by a space.
     */
    kind: z.literal('regions'),
    name: optionWord,
    /**
     * Contents of the regions that the call `findRegions` finds. If the function has a switch with
     * the name of a content, that content is ignored while the switch is off.
     */
    shows: z.array(regionContent).min(1),
    /** largest number of regions in the value */
    max: z.int().positive(),
    default: z.literal(''),
    names: localWords,
  }),
  z.object({
    /**
     * Strokes of a brush on the photo. The value is text: for each stroke a sign (`+` adds to the
     * painted area, `-` removes from it), the radius in ten-thousandths of the photo's longer side
     * (10 to 2000), a colon, and the points of the line as `x,y,x,y` in ten-thousandths of the
     * upright photo's width and height; strokes separated by a space.
     */
    kind: z.literal('strokes'),
    name: optionWord,
    /** largest number of points of all strokes together */
    max: z.int().positive(),
    /** true if a start fails unless an area of the photo is painted */
    required: z.boolean(),
    default: z.literal(''),
    names: localWords,
  }),
]);

/** Maximum length of an option's value. */
const mostOptionText = 16_000;

/** Values of options by name. */
export const optionValues = z.record(
  optionWord,
  z.union([z.number(), z.string().max(mostOptionText), z.boolean()]),
);
export type OptionValues = z.infer<typeof optionValues>;

/**
 * Size of the result: the photo enlarged by `scale` (1 keeps its size), or a square cut out of it.
 */
const functionOutput = z.union([
  z.object({
    kind: z.literal('scaled'),
    scale: z.number().positive(),
    /** the switch that makes the result a square around the photo's object, and its longest side */
    square: z.object({ option: optionWord, maxSide: z.int().positive() }).optional(),
    /** the switch that enlarges photos of at most `maxPixels` by another scale */
    small: z
      .object({
        option: optionWord,
        scale: z.number().positive(),
        maxPixels: z.int().positive(),
      })
      .optional(),
  }),
  z.object({
    kind: z.literal('square'),
    /** limits of the side length in pixels; the photo's content decides the actual length */
    minSide: z.int().positive(),
    maxSide: z.int().positive(),
  }),
]);

/** Input of the `preview` call: a square cut out of the photo, or the whole photo scaled down. */
const previewInput = z.object({
  of: z.enum(['crop', 'whole']),
  /** longest side, pixels */
  side: z.int().positive(),
  /** true if the call also needs a survey of the photo, because the function measures the photo */
  survey: z.boolean().optional(),
});

/** One function as described by the setup call. */
export const offeredFunction = z.object({
  code: functionCode,
  /** for types 49 and 50, the core may reject a photo, for example without a usable face (dealStatus 3, R35) */
  type: z.int().min(1),
  /** group in which the function is displayed */
  group: z.enum(['upscale', 'improve', 'background', 'faces', 'more']),
  /** path of a small square picture of the function, or null if it has none */
  picture: z.string().nullable(),
  /** functions of a group that have a quality share one card, which switches scale and quality */
  quality: z.enum(['crisp', 'fine', 'fast']).optional(),
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
  /**
   * null if the function has no preview, because a part of the photo cannot show the whole result
   */
  preview: previewInput.nullable(),
  /** true if the browser may scale the photo down to `maxPixels` before the upload */
  downscaleAllowed: z.boolean(),
  /** true if the core may reject the photo (dealStatus 3) */
  mayReject: z.boolean(),
  /** duration measured on this server, milliseconds, for one input megapixel or for a whole run */
  estimate: z
    .object({
      per: z.enum(['megapixel', 'run']),
      lowMs: z.number(),
      highMs: z.number(),
      /** durations of runs that do only a part of the work, by the options that are done */
      workloads: z
        .array(z.object({ options: z.array(optionWord), lowMs: z.number(), highMs: z.number() }))
        .optional(),
    })
    .nullable(),
  /** longest duration of a run, in milliseconds; a longer run is refused before the start */
  deadlineMs: z.int().positive(),
  /** company that runs the function and gets the photo; absent if this server runs it */
  provider: z.string().optional(),
  names: localWords,
});

export type FunctionOption = z.infer<typeof functionOption>;
export type PreviewInput = z.infer<typeof previewInput>;
export type OfferedFunction = z.infer<typeof offeredFunction>;
