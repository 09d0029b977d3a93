import type { RecordStage } from './task-record.ts';

/** Step shown on the progress bar; screens have a text for each. */
export type OverlayStage =
  | 'preparing'
  | 'uploading'
  | 'starting'
  /** waiting for the connection */
  | 'waiting'
  /** the server cannot be reached or cannot process the request now */
  | 'silent'
  | 'cancelling'
  | RecordStage;

/** Without known progress, the bar must not climb and no remaining time is shown. */
export const isStalled = (stage: OverlayStage): boolean =>
  stage === 'waiting' || stage === 'silent';
