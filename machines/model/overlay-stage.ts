import type { RecordStage } from './task-record.ts';

/** The step that the progress bar names; screens have words for each. */
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

/** Without known progress: no bar may climb and no remaining time be promised. */
export const isStalled = (stage: OverlayStage | null): boolean =>
  stage === 'waiting' || stage === 'silent';
