import type { SnapshotFrom } from 'xstate';
import type { NextPhoto } from '../model/next-photo.ts';
import { remainingAfter } from '../model/remaining.ts';
import { phaseOf } from '../model/task-record.ts';
import type { resultMachine } from './result.machine.ts';

type ResultSnapshot = SnapshotFrom<typeof resultMachine>;

const views = [
  'waiting',
  'shown',
  'rejected',
  'failed',
  'cancelled',
  'notFound',
  'gone',
  'failedToLoad',
  'removed',
] as const;

export type ResultView = (typeof views)[number] | 'loading';

const viewsOfPhases = {
  queued: 'waiting',
  running: 'waiting',
  succeeded: 'shown',
  rejected: 'rejected',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

/**
 * Returns the view of the page. The record stays on screen while its deletion is confirmed or
 * running, or a picture is being passed to the studio.
 */
export const selectResultView = (snapshot: ResultSnapshot): ResultView => {
  const view = views.find((state) => snapshot.matches(state));
  if (view) return view;
  const { record } = snapshot.context;
  return snapshot.matches('loading') || !record ? 'loading' : viewsOfPhases[phaseOf(record)];
};

export const selectResultRecord = (snapshot: ResultSnapshot) => snapshot.context.record;

/** True until it is known where the comparison opens. */
export const selectIsSurveying = (snapshot: ResultSnapshot): boolean =>
  snapshot.matches({ shown: { comparison: 'surveying' } });

/** Returns where the comparison opens, or null if it opens with the whole picture. */
export const selectChange = (snapshot: ResultSnapshot) => snapshot.context.change ?? null;

/** Returns the live progress of an unfinished record, or null for an ended record. */
export const selectResultProgress = (snapshot: ResultSnapshot) =>
  snapshot.matches('waiting') ? (snapshot.context.record?.progress ?? null) : null;

const isInTouch = (snapshot: ResultSnapshot): boolean =>
  snapshot.matches({ waiting: { news: 'inTouch' } });

/**
 * Returns the remaining time range in milliseconds, counted down since the last measurement.
 * Returns null before the first measurement.
 */
export const selectResultRemaining = (snapshot: ResultSnapshot) => {
  const remainingMs = selectResultProgress(snapshot)?.remainingMs;
  if (!remainingMs || !isInTouch(snapshot)) return null;
  return remainingAfter(remainingMs, snapshot.context.sinceNewsMs);
};

/** True if the task takes longer than the measured range of the remaining time. */
export const selectIsResultLate = (snapshot: ResultSnapshot): boolean =>
  isInTouch(snapshot) && snapshot.matches({ waiting: { pace: 'late' } });

/** Returns the queue position, or null if the task has started or the position is unknown. */
export const selectQueuePosition = (snapshot: ResultSnapshot): number | null =>
  isInTouch(snapshot) ? (snapshot.context.record?.queuePosition ?? null) : null;

/** Returns whether the live progress is current, out of date, or no longer followed. */
export const selectResultNews = (snapshot: ResultSnapshot): 'inTouch' | 'lost' | 'refused' =>
  (['lost', 'refused'] as const).find((news) => snapshot.matches({ waiting: { news } })) ??
  'inTouch';

export const selectIsCancelling = (snapshot: ResultSnapshot): boolean =>
  snapshot.matches({ waiting: { cancel: 'cancelling' } });

/** Returns the picture of the record that is being passed to the studio, or null. */
export const selectContinuedPhoto = (snapshot: ResultSnapshot): NextPhoto | null => {
  if (snapshot.matches({ continuing: 'withResult' })) return 'result';
  return snapshot.matches({ continuing: 'withOriginal' }) ? 'original' : null;
};

export const selectIsRemoving = (snapshot: ResultSnapshot): boolean => snapshot.matches('removing');

/** Returns why the record could not be loaded or followed, or null if nothing failed. */
export const selectResultFailure = (snapshot: ResultSnapshot) =>
  snapshot.matches('failedToLoad') || selectResultNews(snapshot) !== 'inTouch'
    ? snapshot.context.failure
    : null;
