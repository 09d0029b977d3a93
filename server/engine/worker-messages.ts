import path from 'node:path';
import type { EngineErrorCode, EngineProgress, EngineResult } from './engine.port.ts';
import type { OperatorModel } from './functions/operator-manifest.ts';

/** Handed to every worker thread at its start. */
export interface WorkerSettings {
  modelsDir: string;
  operatorModels: OperatorModel[];
}

export interface WorkerJob {
  id: string;
  code: string;
  inputPath: string;
  outputDir: string;
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
