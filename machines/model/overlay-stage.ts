import type { RecordStage } from './task-record.ts';

/** What the progress bar says is going on; screens have words for each. */
export type OverlayStage =
  | 'preparing'
  | 'uploading'
  | 'starting'
  /** for the connection */
  | 'waiting'
  /** the server cannot be reached, or cannot do it now */
  | 'silent'
  | 'cancelling'
  | RecordStage;

/** Nothing goes on that anyone here knows of: no bar may climb, no time left be promised. */
export const isStalled = (stage: OverlayStage | null): boolean =>
  stage === 'waiting' || stage === 'silent';
