import path from 'node:path';
import type { EngineErrorCode, EngineJob, EngineProgress, EngineResult } from './engine.port.ts';
import type { FunctionManifest } from './functions/manifest.ts';

/** Handed to every worker thread at its start. */
export interface WorkerSettings {
  modelsDir: string;
  /** everything on offer */
  manifests: FunctionManifest[];
}

/** What a worker is told of a job: all of it that can be sent. */
export interface WorkerJob extends Omit<EngineJob, 'signal' | 'onProgress'> {
  /** one 32-bit integer; anything but 0 asks the job to stop at the next tile */
  cancel: SharedArrayBuffer;
}

export interface StageReport {
  stage: EngineProgress['stage'];
  /** 0 to 1 of this stage */
  fraction: number;
}

export type WorkerMessage =
  | ({ type: 'progress' } & StageReport)
  /** pixels of the decoded photo, as far as known */
  | { type: 'done'; result: EngineResult; pixels: number }
  | { type: 'failed'; code: EngineErrorCode; message: string };

/** Where a job keeps unfinished files. */
export function workDirOf({ id, outputDir }: { id: string; outputDir: string }): string {
  return path.join(outputDir, `.${id}-work`);
}
