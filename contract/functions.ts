import { z } from 'zod';

/** How credits are counted (R45): 0 unknown or free, 1 per run, 2 per started megapixel of input. */
export const creditUnit = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** Type numbers below are those of this repository's functions (their manifests). */
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

/** Words by locale. Only operator models bring them: those of our functions are in `locales/`. */
const localWords = z.record(z.string(), z.string()).nullable();

/** The name of an option within its function, and a value of a choice. */
export const optionWord = z.string().regex(/^[a-z][A-Za-z0-9]{0,31}$/);

/** What a visitor may set before the start. */
const functionOption = z.union([
  z.object({
    kind: z.literal('number'),
    name: optionWord,
    min: z.number(),
    max: z.number(),
    /** values are `min` plus a multiple of this */
    step: z.number().positive(),
    default: z.number(),
    /** how the value is written and spoken */
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
     * Parts of the photo that the function leaves alone. The value is text: for each part
     * `left,top,width,height` in ten-thousandths of the upright photo's width and height, with a
     * space between two parts.
     */
    kind: z.literal('regions'),
    name: optionWord,
    /** what the parts show; the call `findRegions` finds them */
    shows: z.enum(['face']),
    /** how many parts the value may name */
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

/** What comes out: the photo enlarged by `scale` (1 keeps its size), or a square cut out of it. */
const functionOutput = z.union([
  z.object({ kind: z.literal('scaled'), scale: z.number().positive() }),
  z.object({
    kind: z.literal('square'),
    /** pixels of a side; which one depends on what the photo shows */
    minSide: z.int().positive(),
    maxSide: z.int().positive(),
  }),
]);

/** What the `preview` call takes of a photo: a square cut out of it, or all of it made smaller. */
const previewInput = z.object({
  of: z.enum(['crop', 'whole']),
  /** longest side, pixels */
  side: z.int().positive(),
});

/** One offered function as the setup call describes it. */
export const offeredFunction = z.object({
  code: functionCode,
  /** 49 and 50 may be refused by the core (dealStatus 3, R35) when no usable face is found */
  type: z.int().min(1),
  /** the group it is shown in */
  group: z.enum(['upscale', 'improve', 'faces', 'more']),
  /** path of a small square picture; null shows none */
  picture: z.string().nullable(),
  output: functionOutput,
  limits: z.object({
    /** bytes of the uploaded file */
    maxBytes: z.int().positive(),
    /** width × height of the input */
    maxPixels: z.int().positive(),
    /** by file format, where its decoder takes fewer than `maxPixels` */
    maxPixelsByFormat: z.partialRecord(fileFormat, z.int().positive()),
    /** shortest side of the input, pixels */
    minSide: z.int().positive(),
    formats: z.array(fileFormat).min(1),
    /** longest side of the result, pixels */
    maxResultSide: z.int().positive(),
    /** width × height of the result */
    maxResultPixels: z.int().positive(),
  }),
  /** in the order to show them */
  options: z.array(functionOption),
  /** null where a part cannot show what the whole will be */
  preview: previewInput.nullable(),
  /** the browser may shrink the photo to maxPixels before the upload */
  downscaleAllowed: z.boolean(),
  /** the core may refuse the photo (dealStatus 3) */
  mayReject: z.boolean(),
  /** duration measured on this server, of one input megapixel or of a whole run, milliseconds */
  estimate: z
    .object({ per: z.enum(['megapixel', 'run']), lowMs: z.number(), highMs: z.number() })
    .nullable(),
  /** a run that would take longer than this is refused before the start, milliseconds */
  deadlineMs: z.int().positive(),
  names: localWords,
});

export type OfferedFunction = z.infer<typeof offeredFunction>;
