/** 0 unknown or free, 1 per run, 2 per started megapixel of input (R45). */
export type FunctionCredits = { unit: number; credits: number };

/** Limits of an uploaded photo. */
export type Limits = {
  /** bytes of the uploaded file */
  maxBytes: number;
  /** width × height of the input */
  maxPixels: number;
  /** per-format limits, for decoders that accept fewer pixels than `maxPixels` */
  maxPixelsByFormat?: Readonly<Partial<Record<string, number>>>;
  /** shortest side of the input, pixels */
  minSide: number;
  formats: readonly string[];
};

/** Limits of a result. */
export type ResultLimits = {
  /** longest side of the result, pixels */
  maxResultSide: number;
  /** width × height of the result */
  maxResultPixels: number;
};

/** Texts by locale. Only operator models bring them; the texts of our functions are in `locales/`. */
export type LocalWords = Record<string, string>;

export type OptionValue = number | string | boolean;

export type OptionValues = Readonly<Record<string, OptionValue>>;

/** An option that a visitor may set before the start. */
export type FunctionOption =
  | {
      kind: 'number';
      name: string;
      min: number;
      max: number;
      /** valid values are `min` plus a multiple of `step` */
      step: number;
      default: number;
      /** how the value is displayed and read out */
      unit: 'percent' | null;
      names: LocalWords | null;
    }
  | {
      kind: 'choice';
      name: string;
      choices: readonly { value: string; names: LocalWords | null }[];
      default: string;
      names: LocalWords | null;
    }
  | { kind: 'switch'; name: string; default: boolean; names: LocalWords | null }
  /** regions of the photo that the function leaves unchanged, in the format of `model/regions.ts` */
  | {
      kind: 'regions';
      name: string;
      /** content of the regions; the server finds them before the start */
      shows: 'face';
      /** largest number of regions */
      max: number;
      /** empty: no regions */
      default: '';
      names: LocalWords | null;
    };

/** The photo enlarged by `scale` (1 keeps its size), or a square cut out of it. */
export type FunctionOutput =
  | { kind: 'scaled'; scale: number }
  /** side length in pixels; the actual one depends on the photo's content */
  | { kind: 'square'; minSide: number; maxSide: number };

/** Input of a preview: a square cut out of the photo, or the whole photo scaled down. */
export type PreviewInput = {
  of: 'crop' | 'whole';
  /** longest side, pixels */
  side: number;
};

/** One function as returned by GET /v1/entrance/setup. */
export type OfferedFunction = {
  code: string;
  type: number;
  /** group in which it is displayed */
  group: 'upscale' | 'improve' | 'faces' | 'more';
  /** path of a small square picture, or null if there is none */
  picture: string | null;
  output: FunctionOutput;
  limits: Limits & ResultLimits;
  /** in display order */
  options: readonly FunctionOption[];
  /** null if a part of the photo cannot show how the whole result will look */
  preview: PreviewInput | null;
  downscaleAllowed: boolean;
  mayReject: boolean;
  /** measured duration of one input megapixel or of a whole run */
  estimate: { per: 'megapixel' | 'run'; lowMs: number; highMs: number } | null;
  /** a run that would take longer, in milliseconds, is refused before the start */
  deadlineMs: number;
  names: LocalWords | null;
};

export type Setup = {
  functionCredits: Record<string, FunctionCredits>;
  /** in display order */
  functions: readonly OfferedFunction[];
  retentionDays: number;
};
