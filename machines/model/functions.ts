/** 0 unknown or free, 1 per run, 2 per started megapixel of input (R45). */
export type FunctionCredits = { unit: number; credits: number };

export type Limits = {
  /** bytes of the uploaded file */
  maxBytes: number;
  /** width × height of the input */
  maxPixels: number;
  /** shortest side, pixels */
  minSide: number;
  formats: readonly string[];
};

/** One function as GET /v1/entrance/setup offers it. */
export type OfferedFunction = {
  code: string;
  type: number;
  /** output side divided by input side */
  scale: number;
  limits: Limits;
  downscaleAllowed: boolean;
  mayReject: boolean;
  estimate: { lowMsPerMegapixel: number; highMsPerMegapixel: number } | null;
  names: Record<string, string> | null;
};

export type Setup = {
  functionCredits: Record<string, FunctionCredits>;
  /** in the order to show them */
  functions: readonly OfferedFunction[];
  retentionDays: number;
};
