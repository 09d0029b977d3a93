import type { OverlayStage } from '../model/overlay-stage.ts';
import { recordFraction, wholeFraction } from '../model/progress.ts';
import type { AttemptView } from './attempt.types.ts';

/* Progress of a run, from step to step: it never decreases. */

export const measured = (view: AttemptView, stage: OverlayStage, fraction = 0): AttemptView => ({
  ...view,
  stage,
  fraction: Math.max(view.fraction, wholeFraction(stage, fraction)),
  remainingMs: null,
});

/** A start under way that the visitor has stopped is shown as being cancelled, whatever its answer. */
export const measuredStart = (view: AttemptView, stage: OverlayStage): AttemptView =>
  view.stage === 'cancelling' ? view : measured(view, stage);

export const measuredByRecord = (view: AttemptView): AttemptView => {
  const progress = view.record?.progress ?? null;
  return {
    ...view,
    stage: progress?.stage ?? 'queued',
    fraction: Math.max(view.fraction, recordFraction({ progress })),
    remainingMs: progress?.remainingMs ?? null,
  };
};
