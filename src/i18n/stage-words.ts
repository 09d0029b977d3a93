import type { OverlayStage } from '../../machines/model/overlay-stage.ts';
import type { MessageId } from './message-id.ts';

/** The message for each stage, in the overlay and in the progress of a record. */
export const stageWords: Record<OverlayStage, MessageId> = {
  preparing: 'stage.preparing',
  uploading: 'stage.uploading',
  starting: 'stage.starting',
  waiting: 'stage.waiting',
  silent: 'stage.silent',
  queued: 'stage.queued',
  reading: 'stage.reading',
  detecting: 'stage.detecting',
  running: 'stage.running',
  writing: 'stage.writing',
  cancelling: 'stage.cancelling',
};
