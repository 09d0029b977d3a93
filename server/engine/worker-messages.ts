import path from 'node:path';
import {
  EngineError,
  type EngineErrorCode,
  type EngineJob,
  type EngineProgress,
  type EngineResult,
} from './engine.port.ts';
import type { FunctionManifest } from './functions/manifest.ts';

/** Passed to every worker thread at its start. */
export interface WorkerSettings {
  modelsDir: string;
  /** everything on offer */
  manifests: FunctionManifest[];
}

interface Cancellable {
  /** one 32-bit integer; anything but 0 asks the job to stop at the next tile */
  cancel: SharedArrayBuffer;
}

/** The serialisable part of a job, sent to a worker. */
export interface WorkerJob extends Omit<EngineJob, 'signal' | 'onProgress'>, Cancellable {}

/** What the searching worker is told. */
export interface SearchJob extends Cancellable {
  code: string;
  inputPath: string;
}

export interface StageReport {
  stage: EngineProgress['stage'];
  /** 0 to 1 of this stage */
  fraction: number;
}

export type WorkerMessage<Result = EngineResult> =
  | ({ type: 'progress' } & StageReport)
  /** pixels of the decoded photo, as far as known */
  | { type: 'done'; result: Result; pixels: number }
  | { type: 'failed'; code: EngineErrorCode; message: string };

/** What a worker answers when a job has thrown. */
export function failureMessage(error: unknown): WorkerMessage<never> {
  if (error instanceof EngineError) {
    return { type: 'failed', code: error.code, message: error.message };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { type: 'failed', code: 'engine_failed', message };
}

export function throwIfCancelled({ cancel }: Cancellable): void {
  if (Atomics.load(new Int32Array(cancel), 0) !== 0) {
    throw new EngineError('cancelled', 'The job was cancelled');
  }
}

/** Where a job keeps unfinished files. */
export function workDirOf({ id, outputDir }: { id: string; outputDir: string }): string {
  return path.join(outputDir, `.${id}-work`);
}
