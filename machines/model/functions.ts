/** 0 unknown or free, 1 per run, 2 per started megapixel of input (R45). */
export type FunctionCredits = { unit: number; credits: number };

/** What an uploaded photo may be. */
export type Limits = {
  /** bytes of the uploaded file */
  maxBytes: number;
  /** width × height of the input */
  maxPixels: number;
  /** by file format, where its decoder takes fewer than `maxPixels` */
  maxPixelsByFormat?: Readonly<Partial<Record<string, number>>>;
  /** shortest side of the input, pixels */
  minSide: number;
  formats: readonly string[];
};

/** What a result may be. */
export type ResultLimits = {
  /** longest side of the result, pixels */
  maxResultSide: number;
  /** width × height of the result */
  maxResultPixels: number;
};

/** Words by locale. Only operator models bring them: those of our functions are in `locales/`. */
export type LocalWords = Record<string, string>;

export type OptionValue = number | string | boolean;

export type OptionValues = Readonly<Record<string, OptionValue>>;

/** What a visitor may set before the start. */
export type FunctionOption =
  | {
      kind: 'number';
      name: string;
      min: number;
      max: number;
      /** values are `min` plus a multiple of this */
      step: number;
      default: number;
      /** how the value is written and spoken */
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
  /** parts of the photo that the function leaves alone, as `model/regions.ts` writes them */
  | {
      kind: 'regions';
      name: string;
      /** what the parts show: the server finds them before the start */
      shows: 'face';
      /** how many there may be */
      max: number;
      /** empty: none */
      default: '';
      names: LocalWords | null;
    };

/** The photo enlarged by `scale` (1 keeps its size), or a square cut out of it. */
export type FunctionOutput =
  | { kind: 'scaled'; scale: number }
  /** pixels of a side; which one depends on what the photo shows */
  | { kind: 'square'; minSide: number; maxSide: number };

/** What a first look is made of: a square cut out of the photo, or all of it made smaller. */
export type PreviewInput = {
  of: 'crop' | 'whole';
  /** longest side, pixels */
  side: number;
};

/** One function as GET /v1/entrance/setup offers it. */
export type OfferedFunction = {
  code: string;
  type: number;
  /** the group it is shown in */
  group: 'upscale' | 'improve' | 'faces' | 'more';
  /** path of a small square picture */
  picture: string | null;
  output: FunctionOutput;
  limits: Limits & ResultLimits;
  /** in the order to show them */
  options: readonly FunctionOption[];
  /** null where a part cannot show what the whole will be */
  preview: PreviewInput | null;
  downscaleAllowed: boolean;
  mayReject: boolean;
  /** measured duration of one input megapixel or of a whole run */
  estimate: { per: 'megapixel' | 'run'; lowMs: number; highMs: number } | null;
  /** a run that would take longer is refused before the start */
  deadlineMs: number;
  names: LocalWords | null;
};

export type Setup = {
  functionCredits: Record<string, FunctionCredits>;
  /** in the order to show them */
  functions: readonly OfferedFunction[];
  retentionDays: number;
};
