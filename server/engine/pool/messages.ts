import path from 'node:path';
import {
  EngineError,
  type EngineErrorCode,
  type EnginePartial,
  type EngineProgress,
} from '../engine.port.ts';
import type { FunctionManifest } from '../functions/manifest.ts';
import type { RuntimeOptions } from '../network/arithmetic.ts';

/** What a child is told once, before its first job. */
export interface ChildSettings {
  modelsDir: string;
  /** everything on offer */
  manifests: readonly FunctionManifest[];
  runtime?: RuntimeOptions | undefined;
  /** where it is kept which way networks run here; absent: in this process */
  choicesPath?: string | undefined;
}

/** What one job may cost its child; beyond it the child ends itself. */
export interface Budget {
  /** resident memory of the whole process */
  megabytes: number;
  /** processor time of one job, all threads together; absent: only the caller's patience counts */
  cpuSeconds?: number;
}

export type ToChild<Job> =
  | { type: 'begin'; settings: ChildSettings; budget: Budget }
  | { type: 'job'; job: Job }
  /** wait between two tiles until `resume` or `cancel` */
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'cancel' };

export interface StageReport {
  stage: EngineProgress['stage'];
  /** 0 to 1 of this stage */
  fraction: number;
  /** an earlier attempt has done all of it so far */
  isResumed?: boolean;
}

export interface JobDone<Result> {
  result: Result;
  /** of the decoded photo */
  pixels: number;
  /** its time is not that of a whole job */
  isResumed?: boolean;
}

export type FromChild<Result> =
  | ({ type: 'progress' } & StageReport)
  | { type: 'partial'; partial: EnginePartial }
  /** the job stands between two tiles, or goes on */
  | { type: 'paused' }
  | { type: 'resumed' }
  | ({ type: 'done' } & JobDone<Result>)
  /** `detail` is for the log: decoders name files and libraries in it */
  | { type: 'failed'; code: EngineErrorCode; message: string; detail: string }
  | { type: 'overBudget'; message: string };

/** What a child answers when a job has thrown. */
export function failureMessage(error: unknown): FromChild<never> {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (!(error instanceof EngineError)) {
    return { type: 'failed', code: 'engine_failed', message: 'The job has thrown', detail };
  }
  const cause = error.cause === undefined ? '' : `\ncaused by ${error.cause}`;
  return { type: 'failed', code: error.code, message: error.message, detail: detail + cause };
}

export function throwIfCancelled({ signal }: { signal: AbortSignal }): void {
  if (signal.aborted) throw new EngineError('cancelled', 'The job was cancelled');
}

/** Where a job keeps unfinished files. */
export function workDirOf({ id, outputDir }: { id: string; outputDir: string }): string {
  return path.join(outputDir, `.${id}-work`);
}
