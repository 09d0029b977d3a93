import type { FileFormat } from '../../../contract/functions.ts';
import type {
  FunctionOption,
  Limits,
  OfferedFunction,
  ResultLimits,
} from '../../../machines/model/functions.ts';

/** What an uploaded file may be. */
export interface InputLimits extends Limits {
  formats: readonly FileFormat[];
  maxPixelsByFormat: Readonly<Partial<Record<FileFormat, number>>>;
}

export interface FunctionLimits extends InputLimits, ResultLimits {}

/**
 * The description of a function as plain data: everything that a price list, an upload form,
 * controls, a job and tests need. The setup call offers it.
 */
export interface FunctionManifest
  extends Omit<OfferedFunction, 'limits' | 'estimate' | 'deadlineMs'> {
  credits: number;
  /** 1 credits per run, 2 credits per started megapixel of input */
  unit: 1 | 2;
  limits: FunctionLimits;
  options: readonly FunctionOption[];
  /** what its time grows with: the photo's pixels, or nothing that is known before the run */
  estimatePer: 'megapixel' | 'run';
  /** file names of the networks in models/built that it requires */
  models: readonly string[];
  /** the folder whose `run.ts` does the work */
  body: string;
  /** only an operator's */
  network?: OperatorNetwork;
}

/** An operator's network. Each option of the function is an input of the same name. */
export interface OperatorNetwork {
  /** absolute path of the ONNX file */
  file: string;
  /** output side length divided by input side length */
  scale: number;
  layout: 'NCHW' | 'NHWC';
  /** the values of black and white */
  range: readonly [black: number, white: number];
  /** the square that one run sees, margins included, pixels */
  tile: { side: number };
  /** pixels of a tile's edge whose result is not used */
  margin: number;
}

/** The same for built-in functions and operator models. */
export const photoLimits = {
  maxBytes: 32 * 1024 * 1024,
  formats: ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff'],
  // Its decoder holds the whole picture several times, at some 18 bytes a pixel.
  maxPixelsByFormat: { avif: 25e6 },
  /** what JPEG holds, which a result may become */
  maxResultSide: 65_500,
  /** a TIFF ends at 4 GiB, and transparency takes the fourth byte of a pixel */
  maxResultPixels: 1_000_000_000,
} as const satisfies Partial<FunctionLimits> & { formats: readonly FileFormat[] };

interface Measured {
  /** of a megapixel, or of a run: as `estimatePer` says */
  estimate: { lowMs: number; highMs: number } | null;
  deadlineMs: number;
}

/** The function as it is offered to visitors. */
export function offered(
  manifest: FunctionManifest,
  { estimate, deadlineMs }: Measured,
): OfferedFunction {
  const { credits, unit, estimatePer, models, body, network, ...told } = manifest;
  return { ...told, estimate: estimate && { per: estimatePer, ...estimate }, deadlineMs };
}
