import path from 'node:path';
import type { RuntimeOptions } from '../../platform/config/runtime-options.ts';
import {
  EngineError,
  type EngineErrorCode,
  type EnginePartial,
  type EngineProgress,
} from '../engine.port.ts';
import type { HostedAccount } from '../engine-options.ts';
import type { FunctionManifest } from '../functions/manifest.ts';

/** Settings that a child receives once, before its first job. */
export interface ChildSettings {
  modelsDir: string;
  /** all available functions */
  manifests: readonly FunctionManifest[];
  runtime?: RuntimeOptions | undefined;
  /**
   * file with the fastest execution provider of each network; if absent, choices apply to this
   * process only
   */
  choicesPath?: string | undefined;
  /** only for jobs of hosted functions */
  account?: HostedAccount;
}

/** Limits of one job. The child exits if a job exceeds them. */
export interface Budget {
  /** resident memory of the whole process, megabytes */
  megabytes: number;
  /** processor time of all threads during one job; absent: unlimited */
  cpuSeconds?: number;
}

export type ToChild<Job> =
  | { type: 'begin'; settings: ChildSettings; budget: Budget }
  | { type: 'job'; job: Job }
  /** the job must wait between two tiles until `resume` or `cancel` */
  | { type: 'pause' }
  | { type: 'resume' }
  /** `willRunAgain`: another process will continue the job */
  | { type: 'cancel'; willRunAgain: boolean };

export interface StageReport {
  stage: EngineProgress['stage'];
  /** progress from 0 to 1 within this stage */
  fraction: number;
  /** true if an earlier attempt has done this work */
  isResumed?: boolean;
}

export interface JobDone<Result> {
  result: Result;
  /** pixels of the decoded photo */
  pixels: number;
  /** true if the job was resumed; its duration is then not that of a whole job */
  isResumed?: boolean;
  /** options of the function that were done, only if it measures the photo */
  done?: string[] | undefined;
}

export type FromChild<Result> =
  | ({ type: 'progress' } & StageReport)
  | { type: 'partial'; partial: EnginePartial }
  /** the job has paused between two tiles, or has continued */
  | { type: 'paused' }
  | { type: 'resumed' }
  | ({ type: 'done' } & JobDone<Result>)
  /** `detail` is only for the log, because decoders mention files and libraries in their errors */
  | { type: 'failed'; code: EngineErrorCode; message: string; detail: string }
  | { type: 'overBudget'; message: string };

/** Returns the message to send after a job has thrown `error`. */
export function failureMessage(error: unknown): FromChild<never> {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (!(error instanceof EngineError)) {
    return {
      type: 'failed',
      code: 'engine_failed',
      message: 'The job failed with an unexpected error',
      detail,
    };
  }
  const cause = error.cause === undefined ? '' : `\ncaused by ${error.cause}`;
  return { type: 'failed', code: error.code, message: error.message, detail: detail + cause };
}

export function throwIfCancelled({ signal }: { signal: AbortSignal }): void {
  if (signal.aborted) throw new EngineError('cancelled', 'The job was cancelled');
}

/** Returns the folder for the temporary files of a job. */
export function workDirOf({ id, outputDir }: { id: string; outputDir: string }): string {
  return path.join(outputDir, `.${id}-work`);
}
