import type { FileFormat } from '../../contract/functions.ts';
import type { RejectionReason } from '../../contract/records.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import type { FoundRegion } from '../../machines/model/regions.ts';
import type { Asker } from './asker.ts';
import type { PreviewPicture, PreviewRequest } from './engine-preview.ts';
import type { FunctionManifest } from './functions/manifest.ts';
import type { PauseSwitch } from './pause-switch.ts';

/** Stable error codes. Each code except `cancelled` is also an `ErrorCode` of the contract. */
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
  | 'nothing_painted'
  | 'result_too_large'
  | 'file_too_large'
  | 'nothing_to_clean'
  | 'nothing_to_improve'
  | 'engine_failed'
  | 'unavailable'
  | 'too_many_tasks'
  | 'cancelled';

/**
 * The only error that the engine throws. `message` is for developers and contains no names of files
 * or libraries. `cause` contains the decoder's message, for the log only.
 */
export class EngineError extends Error {
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.code = code;
  }
}

export interface DurationRange {
  lowMs: number;
  highMs: number;
}

/** Result of `inspect`. Width and height apply to the photo after EXIF rotation. */
export interface ImageInfo {
  format: FileFormat;
  mime: string;
  width: number;
  height: number;
  pixels: number;
  bytes: number;
  hasAlpha: boolean;
}

export interface RegionSearch {
  from?: Asker;
  /** code of a function with an option of kind `regions` */
  code: string;
  inputPath: string;
  signal: AbortSignal;
}

export interface EngineProgress {
  stage: 'reading' | 'detecting' | 'running' | 'writing';
  /** progress from 0 to 1; never decreases within a job */
  fraction: number;
  /** remaining working time without pauses; absent until it can be estimated */
  remaining?: DurationRange;
  /** absent if the job was never paused */
  paused?: {
    /** true while the job waits between two tiles and other jobs run first */
    now: boolean;
    /** total duration of all pauses */
    ms: number;
  };
}

/** Reason to stop a job that another process continues. A hosted job then continues, too. */
export const willRunAgain = 'will run again';

export interface EngineJob {
  /** becomes part of the output file names; may contain letters, digits, `-` and `_` */
  id: string;
  code: string;
  /** missing options get their default values */
  options: OptionValues;
  inputPath: string;
  /** absolute paths of verified pictures, by the name of the option */
  pictures?: Readonly<Record<string, string>> | undefined;
  /** created if missing; contains no files of the job if the job fails */
  outputDir: string;
  /**
   * An existing folder for this job only, on the same disk as `outputDir`. If the job runs again
   * with the same folder, it resumes after the last finished strip and produces the same bytes. The
   * caller removes the folder when the job will not run again.
   */
  keepDir?: string;
  /** aborted with the reason `willRunAgain` if the job will run again with the same `keepDir` */
  signal: AbortSignal;
  /** while the switch is on, the job waits between two tiles and other jobs run first */
  pauses?: PauseSwitch;
  onProgress(progress: EngineProgress): void;
  /**
   * Called when more of the result is finished, at most about once a second. The file of the
   * partial result is deleted when the job ends. Called only for jobs with a `keepDir` that work in
   * strips and have more than two seconds remaining.
   */
  onPartial?(partial: EnginePartial): void;
  /**
   * Called when the job runs again, in one of two cases. If the job's process died after it had
   * finished another strip, a new process resumes after that strip. If an accelerator may have
   * failed, the job restarts on the processor.
   */
  onReplaced?(reason: EngineError): void;
}

/** A written image: absolute path, size in pixels, size in bytes. */
export interface EngineFile {
  path: string;
  mime: string;
  width: number;
  height: number;
  bytes: number;
}

/** WebP of an unfinished result, longest side ≤ 768. Unfinished rows are transparent. */
export interface EnginePartial {
  path: string;
  mime: 'image/webp';
  /** size of the complete picture, pixels */
  width: number;
  height: number;
  /** finished part of the height, 0 to 1 */
  share: number;
}

export type EngineResult =
  | {
      kind: 'succeeded';
      /**
       * full quality, sRGB, no metadata; PNG and WebP photos keep their format, and so do JPEG
       * photos unless the result has transparency
       */
      result: EngineFile;
      /**
       * WebP for the compare view, longest side ≤ 2048. `before` and `after` show the same area of
       * the photo with the same aspect ratio. Their sizes in pixels may differ, because a function
       * may enlarge.
       */
      before: EngineFile;
      after: EngineFile;
      /** WebP of the result for lists, longest side ≤ 320 */
      thumbnail: EngineFile;
      /** number of detected faces; only for functions that search for faces */
      faces?: number;
    }
  | { kind: 'rejected'; reason: RejectionReason };

export interface Engine {
  /** Returns the available functions in display order. */
  functions(): readonly FunctionManifest[];
  /**
   * Returns the expected duration for a photo of the given size, based on past runs or on the
   * calibration after the first start. Returns null for an unknown code, and until the first
   * measurement.
   * @param done options of the function that are done; by default all that this photo can need
   */
  estimate(
    code: string,
    size: { width: number; height: number },
    done?: readonly string[],
  ): DurationRange | null;
  /**
   * Starts child processes in advance, for a photo that is about to arrive. Repeated calls have no
   * effect.
   */
  prepare(): void;
  /**
   * Starts the preview process in advance, before the first request. Repeated calls have no effect.
   */
  preparePreview(): void;
  /**
   * Verifies an uploaded file in a child process: magic bytes, frames, pixels, and that every row
   * can be decoded within a budget of memory and time. Takes up to a second for a large photo. A
   * few files are decoded at once. The other files wait in a fair queue. With a function code the
   * limits of that function apply, otherwise the widest limits.
   * @throws EngineError: `image_too_complex` beyond the budget or if the decoder dies,
   * `unavailable` if too many inspections wait, `too_many_tasks` if too many inspections of this
   * asker wait; the function's `refusal` if it would change nothing visible with these
   * options
   */
  inspect(path: string, code?: string, from?: Asker, options?: OptionValues): Promise<ImageInfo>;
  /**
   * Finds the parts of a verified photo that the function's option of kind `regions` may name. The
   * order of the parts is always the same. Searches one photo at a time, in parallel to jobs.
   * Rejects with the same errors as `run`.
   */
  findRegions(search: RegionSearch): Promise<FoundRegion[]>;
  /**
   * Applies the function to a small picture, with the same network and code as `run`. Runs one
   * preview at a time, in parallel to jobs. Rejects with the same errors as `inspect`.
   */
  preview(request: PreviewRequest): Promise<PreviewPicture>;
  /**
   * Runs one job in a child process. Jobs beyond the number of slots wait in order. Rejects with
   * `EngineError`, with the code `cancelled` if the signal fired. If the process crashes or is
   * killed, only its own job fails. A job with a `keepDir` continues in another process as long as
   * each process finishes a strip. A job that fails on an accelerator runs again on the processor.
   */
  run(job: EngineJob): Promise<EngineResult>;
  /** Cancels running and waiting jobs and ends the child processes. */
  close(): Promise<void>;
}
