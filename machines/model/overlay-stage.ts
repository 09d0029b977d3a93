import type { RecordStage } from './task-record.ts';

/** A step shown on the progress bar; screens have a text for each step. */
export type OverlayStage =
  | 'preparing'
  | 'uploading'
  | 'starting'
  /** waiting for the connection */
  | 'waiting'
  /** the server is unreachable, or cannot process the request now */
  | 'silent'
  | 'cancelling'
  | RecordStage;

/** True if the progress is unknown: the bar must not climb, and no remaining time is shown. */
export const isStalled = (stage: OverlayStage): boolean =>
  stage === 'waiting' || stage === 'silent';
