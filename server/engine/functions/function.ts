import type { FunctionDescription } from '../engine.port.ts';
import type { Region } from '../image/outputs.ts';
import type { Photo } from '../image/photo.ts';
import type { TiffSink } from '../image/tiff-sink.ts';
import type { Sessions } from '../network/sessions.ts';

/** What a function is given in the worker. */
export interface FunctionRun {
  photo: Photo;
  sessions: Sessions;
  /** absolute path of a prepared network */
  modelFile(name: string): string;
  /** starts the result; once per run */
  createSink(size: { width: number; height: number; alpha: boolean }): Promise<TiffSink>;
  /** tells how far a stage is, and stops a cancelled job by throwing */
  checkpoint(stage: 'detecting' | 'running', fraction: number): void;
}

export type Outcome =
  | {
      kind: 'succeeded';
      /** the part of the photo that the result shows */
      region: Region;
      faces?: number;
    }
  | { kind: 'rejected'; reason: 'no_face' };

/** One function of the engine: what it says about itself, and how it works. */
export interface EngineFunction {
  description: FunctionDescription;
  /** networks in the models folder that it cannot do without */
  models: string[];
  run(run: FunctionRun): Promise<Outcome>;
}

export const photoFormats: FunctionDescription['limits']['formats'] = [
  'jpg',
  'png',
  'webp',
  'avif',
  'gif',
  'tiff',
];

export const maxUploadBytes = 32 * 1024 * 1024;

export function wholePhoto({ width, height }: Photo): Region {
  return { left: 0, top: 0, width, height };
}
