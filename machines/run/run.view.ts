import type { OverlayStage } from '../model/overlay-stage.ts';
import { recordFraction, wholeFraction } from '../model/progress.ts';
import type { RunView } from './run.types.ts';

/* Computes the progress of a run from step to step. The progress never decreases. */

export const measured = (view: RunView, stage: OverlayStage, fraction = 0): RunView => ({
  ...view,
  stage,
  fraction: Math.max(view.fraction, wholeFraction(stage, fraction)),
  remainingMs: null,
});

/**
 * Returns the view after a measurement. A start that the visitor has cancelled is shown as being
 * cancelled until it ends.
 */
export const measuredStart = (view: RunView, stage: OverlayStage): RunView =>
  view.stage === 'cancelling' ? view : measured(view, stage);

export const measuredByRecord = (view: RunView): RunView => {
  const progress = view.record?.progress ?? null;
  return {
    ...view,
    stage: progress?.stage ?? 'queued',
    fraction: Math.max(view.fraction, recordFraction({ progress })),
    remainingMs: progress?.remainingMs ?? null,
  };
};
