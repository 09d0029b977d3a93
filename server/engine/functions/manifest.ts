import type { FileFormat } from '../../../contract/functions.ts';
import type {
  FunctionOption,
  Limits,
  OfferedFunction,
  ResultLimits,
} from '../../../machines/model/functions.ts';
import { mostPhotoBytes } from '../../../machines/model/photo.ts';

/** Limits for an uploaded file. */
export interface InputLimits extends Limits {
  formats: readonly FileFormat[];
  maxPixelsByFormat: Readonly<Partial<Record<FileFormat, number>>>;
}

export interface FunctionLimits extends InputLimits, ResultLimits {}

/**
 * Description of a function as plain data. The price list, the upload form, the controls, jobs and
 * tests use it. Visitors get a part of it with the setup call.
 */
export interface FunctionManifest
  extends Omit<OfferedFunction, 'limits' | 'estimate' | 'deadlineMs'> {
  credits: number;
  /** 1: credits per run; 2: credits per started megapixel of input */
  unit: 1 | 2;
  limits: FunctionLimits;
  options: readonly FunctionOption[];
  /**
   * error code of the refusal before the start if the function would change nothing; `needs.ts` in
   * the function's folder then measures the photo
   */
  refusal?: 'nothing_to_clean' | 'nothing_to_improve';
  /**
   * megapixel: the duration grows with the photo; run: the duration does not depend on the input
   */
  estimatePer: 'megapixel' | 'run';
  /**
   * combinations of options that take a different time; their durations are measured separately
   */
  workloads?: readonly { options: readonly string[] }[];
  /** file names of the required networks in models/built */
  models: readonly string[];
  /** folder that contains `run.ts` */
  body: string;
  /** only for an operator's function that runs here */
  network?: OperatorNetwork;
  /** only for an operator's function that the `provider` runs */
  hosted?: HostedModel;
}

/** A model of a provider with the HTTP API of Replicate. */
export interface HostedModel {
  /** id of the version, `owner/name:id`, or `owner/name` of an official model */
  version: string;
  /** name of the model's input for the photo */
  picture: string;
  /** further inputs that are always the same; each option is an input, too */
  input: Readonly<Record<string, string | number | boolean>>;
  /** `mask`: the model returns a grey picture, which becomes the opacity of the photo */
  output: 'picture' | 'mask';
  /** side length of the output divided by that of the photo */
  scale: number;
  /** longest duration at the provider, including the wait for its start */
  seconds: number;
}

/** An operator's network. It has an input for each option of the function, with the same name. */
export interface OperatorNetwork {
  /** absolute path of the ONNX file */
  file: string;
  /** side length of the output divided by that of the input */
  scale: number;
  layout: 'NCHW' | 'NHWC';
  output: 'picture' | 'mask';
  /** network values that represent black and white */
  range: readonly [black: number, white: number];
  /** values of the output, if they differ from `range` */
  outputRange?: readonly [black: number, white: number];
  /** the square input of one run in pixels, including margins */
  tile: { side: number };
  /** pixels at each edge of a tile whose result is discarded */
  margin: number;
}

/** Limits for built-in functions and operator models. */
export const photoLimits = {
  maxBytes: mostPhotoBytes,
  formats: ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff'],
  // The AVIF decoder needs about 18 bytes per pixel, because it copies the whole picture several
  // times.
  maxPixelsByFormat: { avif: 25e6 },
  /** limit of JPEG, because a result may be a JPEG */
  maxResultSide: 65_500,
  /** keeps an RGBA result below 4 GiB, the limit of a TIFF */
  maxResultPixels: 1_000_000_000,
} as const satisfies Partial<FunctionLimits> & { formats: readonly FileFormat[] };

interface Measured {
  /** expected duration per megapixel or per run, see `estimatePer` */
  estimate: Omit<NonNullable<OfferedFunction['estimate']>, 'per'> | null;
  deadlineMs: number;
}

/** Returns the part of a manifest that visitors get. */
export function offered(
  manifest: FunctionManifest,
  { estimate, deadlineMs }: Measured,
): OfferedFunction {
  const { credits, unit, refusal, estimatePer, workloads, models, body, ...rest } = manifest;
  const { network, hosted, ...told } = rest;
  return { ...told, estimate: estimate && { per: estimatePer, ...estimate }, deadlineMs };
}
