import type { FileFormat } from '../../contract/functions.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import type { Region } from '../../machines/model/regions.ts';
import type { RuntimeOptions } from '../platform/config/runtime-options.ts';
import type { FunctionManifest } from './functions/manifest.ts';
import type { PauseSwitch } from './pause-switch.ts';

/** Stable codes; each is also an `ErrorCode` of the contract, except `cancelled`. */
export type EngineErrorCode =
  | 'unknown_function'
  | 'not_an_image'
  | 'image_truncated'
  | 'image_damaged'
  | 'unsupported_format'
  | 'unsupported_encoding'
  | 'several_pages'
  | 'animated_unsupported'
  | 'image_too_small'
  | 'image_too_large'
  | 'image_too_complex'
  | 'no_object'
  | 'result_too_large'
  | 'file_too_large'
  | 'engine_failed'
  | 'unavailable'
  | 'too_many_tasks'
  | 'cancelled';

/**
 * The only error that leaves the engine. `message` is for developers and names neither files nor
 * libraries; `cause` holds the decoder's message, for the log only.
 */
export class EngineError extends Error {
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.code = code;
  }
}

/** milliseconds */
export interface DurationRange {
  lowMs: number;
  highMs: number;
}

/** Result of `inspect`; width and height are those after EXIF orientation. */
export interface ImageInfo {
  format: FileFormat;
  mime: string;
  width: number;
  height: number;
  pixels: number;
  bytes: number;
  hasAlpha: boolean;
}

/**
 * The owner of a waiting inspection. Subnets take turns, and within a subnet its owners take turns.
 */
export interface Asker {
  subnet: string;
  owner: string;
  /** true for a user, who is served before guests and refused after them */
  isMember?: boolean;
}

export interface RegionSearch {
  from?: Asker;
  /** function with an option of kind `regions` */
  code: string;
  inputPath: string;
  signal: AbortSignal;
}

export interface PreviewRequest {
  from?: Asker;
  /** function with a `preview` */
  code: string;
  /** every option has an allowed value */
  options: OptionValues;
  /** JPEG, PNG or WebP in base64, not larger than the function's `preview` allows */
  image: string;
  signal: AbortSignal;
  /** the work leaves the queue and begins to use the processor */
  onBegin?(): void;
}

/** WebP in base64. */
export interface PreviewPicture {
  image: string;
  width: number;
  height: number;
}

export interface EngineProgress {
  stage: 'reading' | 'detecting' | 'running' | 'writing';
  /** 0 to 1, never decreases within a job */
  fraction: number;
  /** working time without pauses; absent until it is measured */
  remaining?: DurationRange;
  /** absent if the job was never paused */
  paused?: {
    /** true while the job is paused between two tiles so that other jobs run first */
    now: boolean;
    /** total so far */
    ms: number;
  };
}

export interface EngineJob {
  /** used in the names of the output files; letters, digits, `-` and `_` */
  id: string;
  code: string;
  /** values of the function's options; missing ones have their defaults */
  options: OptionValues;
  inputPath: string;
  /** created if missing; contains no file of this job if the job does not succeed */
  outputDir: string;
  /**
   * An existing folder for this job only, on the same disk as `outputDir`. A job that runs again
   * with the same folder resumes after the last finished strip of tiles and produces the same
   * bytes. The caller removes the folder when the job will not run again.
   */
  keepDir?: string;
  signal: AbortSignal;
  /** while it is on, the job waits between two tiles and lets other jobs run first */
  pauses?: PauseSwitch;
  onProgress(progress: EngineProgress): void;
  /**
   * More of the result is finished; the file is deleted when the job ends. Called at most about
   * once a second, and only for a job with a `keepDir` that works in strips and has more than two
   * seconds to go.
   */
  onPartial?(partial: EnginePartial): void;
  /**
   * Called when the job runs again. Either its process died after it had finished another strip,
   * and a new process resumes after that strip. Or an accelerator may have failed, and the job
   * restarts on the processor.
   */
  onReplaced?(reason: EngineError): void;
}

/** A written image: absolute path, pixels, bytes. */
export interface EngineFile {
  path: string;
  mime: string;
  width: number;
  height: number;
  bytes: number;
}

/** WebP of an unfinished result, longest side ≤ 768: finished rows, transparent below them. */
export interface EnginePartial {
  path: string;
  mime: 'image/webp';
  /** pixels of the whole picture */
  width: number;
  height: number;
  /** share of the height that is finished, 0 to 1 */
  share: number;
}

export type EngineResult =
  | {
      kind: 'succeeded';
      /**
       * full quality: JPEG stays JPEG unless it gets transparency, PNG stays PNG, WebP stays WebP; sRGB, no
       * metadata
       */
      result: EngineFile;
      /**
       * WebP for the compare view, longest side ≤ 2048: the same area of the photo before and
       * after, with the same aspect ratio but not always the same pixel size (a function may
       * enlarge).
       */
      before: EngineFile;
      after: EngineFile;
      /** WebP of the result for lists, longest side ≤ 320 */
      thumbnail: EngineFile;
      /** number of detected faces; only for face functions */
      faces?: number;
    }
  | { kind: 'rejected'; reason: 'no_face' };

export interface Engine {
  /** The available functions in display order. */
  functions(): readonly FunctionManifest[];
  /**
   * Expected duration for an input of that size, learnt from past runs or the first calibration.
   * null for an unknown code and during the first seconds after the first start.
   */
  estimate(code: string, size: { width: number; height: number }): DurationRange | null;
  /** Starts the processes for a photo that is about to arrive. Repeated calls have no effect. */
  prepare(): void;
  /** Starts the preview process before an expected request. Repeated calls have no effect. */
  preparePreview(): void;
  /**
   * Verifies a file after its upload, in a child process: magic bytes, frames, pixels, decodable to
   * the last row within a budget of memory and time. A few files are decoded at once; the others
   * wait and take turns. With a function code the limits of that function apply, otherwise the
   * widest ones. Throws `EngineError`: `image_too_complex` beyond the budget or if the decoder
   * dies, `unavailable` if too many inspections wait, `too_many_tasks` if too many of this asker
   * wait. Takes up to a second for a large photo.
   */
  inspect(path: string, code?: string, from?: Asker): Promise<ImageInfo>;
  /**
   * Finds the parts of a verified photo that the function's option of kind `regions` may name,
   * always in the same order. Runs beside jobs, one photo at a time. Rejects like `run`.
   */
  findRegions(search: RegionSearch): Promise<Region[]>;
  /**
   * Applies the function to a small picture, with the network and the code of `run`. Runs beside
   * jobs, one at a time. Rejects like `inspect`.
   */
  preview(request: PreviewRequest): Promise<PreviewPicture>;
  /**
   * Runs one job in a child process; jobs beyond the number of slots wait in order. Rejects with
   * `EngineError`, code `cancelled` if the signal fired. A native crash or a killed process fails
   * only its own job. A job with a `keepDir` continues in another process as long as each process
   * has finished a strip. A job that fails while an accelerator runs its network runs again on the
   * processor.
   */
  run(job: EngineJob): Promise<EngineResult>;
  /** Cancels running and waiting jobs and ends the child processes. */
  close(): Promise<void>;
}

export interface EngineOptions {
  /** folder of the ONNX networks; a function whose network is missing is not offered */
  modelsDir: string;
  /** folder of the operator's manifests (`*.json`) and their ONNX files */
  operatorModelsDir?: string;
  /** number of jobs at the same time, default 1: one job uses all cores */
  places?: number;
  /** limit of the process that runs a job, default 2000; a job that needs more fails */
  memoryMegabytes?: number;
  /** time after which an idle child process ends and frees its networks */
  idleMs?: number;
  /** file for measured durations; default: only in memory */
  timingsPath?: string;
  /**
   * file for the measured execution providers of this machine; default: measured again in each
   * process
   */
  choicesPath?: string;
  /** default: the processor, with the faster arithmetic */
  runtime?: RuntimeOptions;
  /** measure durations that `timingsPath` lacks in the background, default true */
  calibrate?: boolean;
}
