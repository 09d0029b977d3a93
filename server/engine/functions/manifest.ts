import type { FileFormat } from '../../../contract/functions.ts';
import type {
  FunctionOption,
  Limits,
  OfferedFunction,
  ResultLimits,
} from '../../../machines/model/functions.ts';

/** Limits for an uploaded file. */
export interface InputLimits extends Limits {
  formats: readonly FileFormat[];
  maxPixelsByFormat: Readonly<Partial<Record<FileFormat, number>>>;
}

export interface FunctionLimits extends InputLimits, ResultLimits {}

/**
 * The description of a function as plain data, for the price list, the upload form, its controls,
 * jobs and tests. The setup call returns it.
 */
export interface FunctionManifest
  extends Omit<OfferedFunction, 'limits' | 'estimate' | 'deadlineMs'> {
  credits: number;
  /** 1 credits per run, 2 credits per started megapixel of input */
  unit: 1 | 2;
  limits: FunctionLimits;
  options: readonly FunctionOption[];
  /** what the duration grows with: the photo's pixels, or nothing known before the run */
  estimatePer: 'megapixel' | 'run';
  /** file names in models/built of the networks that it needs */
  models: readonly string[];
  /** the folder that contains its `run.ts` */
  body: string;
  /** only for an operator's function */
  network?: OperatorNetwork;
}

/** An operator's network. Each option of the function is a network input of the same name. */
export interface OperatorNetwork {
  /** absolute path of the ONNX file */
  file: string;
  /** output side length divided by input side length */
  scale: number;
  layout: 'NCHW' | 'NHWC';
  /** the values of black and white */
  range: readonly [black: number, white: number];
  /** the square input of one run, margins included, pixels */
  tile: { side: number };
  /** width of a tile's edge whose result is discarded, pixels */
  margin: number;
}

/** The same for built-in functions and operator models. */
export const photoLimits = {
  maxBytes: 32 * 1024 * 1024,
  formats: ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff'],
  // The AVIF decoder holds the whole picture several times, about 18 bytes per pixel.
  maxPixelsByFormat: { avif: 25e6 },
  /** limit of JPEG, the format that a result may have */
  maxResultSide: 65_500,
  /** a TIFF is limited to 4 GiB, and transparency needs the fourth byte of a pixel */
  maxResultPixels: 1_000_000_000,
} as const satisfies Partial<FunctionLimits> & { formats: readonly FileFormat[] };

interface Measured {
  /** per megapixel or per run, see `estimatePer` */
  estimate: { lowMs: number; highMs: number } | null;
  deadlineMs: number;
}

/** The function as visitors get it. */
export function offered(
  manifest: FunctionManifest,
  { estimate, deadlineMs }: Measured,
): OfferedFunction {
  const { credits, unit, estimatePer, models, body, network, ...told } = manifest;
  return { ...told, estimate: estimate && { per: estimatePer, ...estimate }, deadlineMs };
}
