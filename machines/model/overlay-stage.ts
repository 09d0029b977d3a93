import type { RecordStage } from './task-record.ts';

/** A step shown on the progress bar; screens have a text for each step. */
export type OverlayStage =
  | 'preparing'
  | 'uploading'
  | 'starting'
  /** waiting until the device is connected */
  | 'waiting'
  /** waiting for the server, which cannot be reached or cannot process the request now */
  | 'silent'
  | 'cancelling'
  | RecordStage;

/** True if the progress is unknown: the bar must not climb, and no remaining time is shown. */
export const isStalled = (stage: OverlayStage): boolean =>
  stage === 'waiting' || stage === 'silent';
