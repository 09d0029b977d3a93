import type { RecordStage } from './task-record.ts';

/** What the progress bar says is going on; screens have words for each. */
export type OverlayStage =
  | 'preparing'
  | 'uploading'
  | 'starting'
  | 'waiting'
  | 'cancelling'
  | RecordStage;
