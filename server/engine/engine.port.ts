import type { FileFormat } from '../../contract/functions.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import type { Region } from '../../machines/model/regions.ts';
import type { FunctionManifest } from './functions/manifest.ts';
import type { RuntimeOptions } from './network/arithmetic.ts';
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
  | 'result_too_large'
  | 'file_too_large'
  | 'engine_failed'
  | 'unavailable'
  | 'too_many_tasks'
  | 'cancelled';

/**
 * The only error that leaves the engine. `message` is for developers and names no file and no
 * library; what a decoder said is in `cause`, for the log alone.
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

/** What `inspect` found; width and height are those after the EXIF orientation is applied. */
export interface ImageInfo {
  format: FileFormat;
  mime: string;
  width: number;
  height: number;
  pixels: number;
  bytes: number;
  hasAlpha: boolean;
}

/** Who waits for a look into a photo: turns go to networks, then to the owners of a network. */
export interface Asker {
  network: string;
  owner: string;
  /** has an account: is served before visitors without one, and refused after them */
  isMember?: boolean;
}

export interface RegionSearch {
  from?: Asker;
  /** of a function with an option of kind `regions` */
  code: string;
  inputPath: string;
  signal: AbortSignal;
}

export interface PreviewWish {
  from?: Asker;
  /** of a function with a `preview` */
  code: string;
  /** every option has a value that the function allows */
  options: OptionValues;
  /** JPEG, PNG or WebP in base64, at most as large as the function's `preview` says */
  image: string;
  signal: AbortSignal;
  /** it has waited for its turn and costs the processor something from now on */
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
  /** 0 to 1, never goes back within a job */
  fraction: number;
  /** of work, without pauses; absent until something was measured */
  remaining?: DurationRange;
  /** absent while the job was never paused */
  paused?: {
    /** it stands between two tiles until others have gone first */
    now: boolean;
    /** in all, so far */
    ms: number;
  };
}

export interface EngineJob {
  /** names the output files; letters, digits, `-` and `_` */
  id: string;
  code: string;
  /** values of the function's options; one that is missing has its default */
  options: OptionValues;
  inputPath: string;
  /** created when missing; left without files of this job when the job does not succeed */
  outputDir: string;
  /**
   * An existing folder of this work alone, on the same disk as `outputDir`: a job that is run again
   * with the same folder goes on after the last finished strip of tiles, and gives the same bytes.
   * The caller removes it when nobody runs the job again.
   */
  keepDir?: string;
  signal: AbortSignal;
  /** while it is on, the job waits between two tiles and lets others go first */
  pauses?: PauseSwitch;
  onProgress(progress: EngineProgress): void;
  /**
   * More of the result is there; the file goes when the job ends. About once a second at most, only
   * of a job with a `keepDir` that works in strips and will not end within two seconds.
   */
  onPartial?(partial: EnginePartial): void;
  /**
   * the job is run again: its process died after another strip, and a new one goes on after it; or it may
   * have failed by an accelerator, and begins anew on the processor
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

/** WebP of a result under way, longest side ≤ 768: the finished rows, transparent below them. */
export interface EnginePartial {
  path: string;
  mime: 'image/webp';
  /** of the whole picture */
  width: number;
  height: number;
  /** 0 to 1: how much of the height is there */
  share: number;
}

export type EngineResult =
  | {
      kind: 'succeeded';
      /** full quality: JPEG stays JPEG, PNG stays PNG, WebP stays WebP; sRGB, no metadata */
      result: EngineFile;
      /**
       * WebP for the compare view, longest side ≤ 2048: the same area of the photo before and
       * after, same aspect ratio, not the same pixel size (the function may enlarge).
       */
      before: EngineFile;
      after: EngineFile;
      /** WebP of the result for lists, longest side ≤ 320 */
      thumbnail: EngineFile;
      /** how many faces were found; only face functions */
      faces?: number;
    }
  | { kind: 'rejected'; reason: 'no_face' };

export interface Engine {
  /** The offered functions, in the order to show them. */
  functions(): readonly FunctionManifest[];
  /**
   * Measured range for an input of that size; learnt from past runs, from the calibration
   * before the first. Null for an unknown code and for the first seconds after the first start.
   */
  estimate(code: string, size: { width: number; height: number }): DurationRange | null;
  /** A photo is about to arrive: starts the processes that will work on it. Costs nothing twice. */
  prepare(): void;
  /** Somebody may ask for a preview within the minute: starts its process. Costs nothing twice. */
  preparePreview(): void;
  /**
   * Verifies a file after its upload: magic bytes, frames, pixels, decodable to the last row within
   * a budget of memory and time, in a child process. A few are decoded at once, the others wait and
   * take turns.
   * With a function code the limits of that function hold, without one the widest. Throws
   * `EngineError`: `image_too_complex` beyond the budget or when the decoder dies, `unavailable`
   * when too many wait, `too_many_tasks` when too many of this asker do. Takes up to a second for a large photo.
   */
  inspect(path: string, code?: string, from?: Asker): Promise<ImageInfo>;
  /**
   * Finds the parts of a verified photo that the function's option of kind `regions` may name, in
   * the same order each time. Beside running jobs, one photo at a time. Rejects like `run`.
   */
  findRegions(search: RegionSearch): Promise<Region[]>;
  /**
   * What the function makes of a small picture, by the network and the code of `run`. Beside running
   * jobs, one at a time. Rejects like `inspect`.
   */
  preview(wish: PreviewWish): Promise<PreviewPicture>;
  /**
   * Runs one job in a child process; more jobs than places wait in order. Rejects with
   * `EngineError`, code `cancelled` when the signal fired. A crash of native code, or of the process
   * by whatever kills it, fails its job only; one with a `keepDir` goes on in another process, as
   * long as each has finished a strip. What fails while an accelerator runs its network is run again
   * on the processor.
   */
  run(job: EngineJob): Promise<EngineResult>;
  /** Cancels what runs and waits, and ends the child processes. */
  close(): Promise<void>;
}

export interface EngineOptions {
  /** folder of the ONNX networks; a function whose network is missing is not offered */
  modelsDir: string;
  /** manifests `*.json` and their ONNX files of the operator */
  operatorModelsDir?: string;
  /** jobs at the same time, default 1: one job uses all cores */
  places?: number;
  /** of the process that runs a job, default 2000; a job that needs more fails */
  memoryMegabytes?: number;
  /** how long a child process without work is kept with its networks */
  idleMs?: number;
  /** where measured durations are kept between starts; default: only in memory */
  timingsPath?: string;
  /** where it is kept which arithmetic is faster on this machine; default: only in each process */
  choicesPath?: string;
  /** default: the processor, with the faster arithmetic */
  runtime?: RuntimeOptions;
  /** measure in the background what `timingsPath` does not know yet, default true */
  calibrate?: boolean;
}
