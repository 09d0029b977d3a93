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

/** While a deletion is confirmed or under way, or the studio is led to, the record stays on screen. */
export const selectResultView = (snapshot: ResultSnapshot): ResultView => {
  const view = views.find((state) => snapshot.matches(state));
  if (view) return view;
  const { record } = snapshot.context;
  return snapshot.matches('loading') || !record ? 'loading' : viewsOfPhases[phaseOf(record)];
};

export const selectResultRecord = (snapshot: ResultSnapshot) => snapshot.context.record;

/** The live progress of an unfinished record, or null otherwise. */
export const selectResultProgress = (snapshot: ResultSnapshot) =>
  snapshot.matches('waiting') ? (snapshot.context.record?.progress ?? null) : null;

const isInTouch = (snapshot: ResultSnapshot): boolean =>
  snapshot.matches({ waiting: { news: 'inTouch' } });

/** The measured range in milliseconds, counted down; null while unknown. */
export const selectResultRemaining = (snapshot: ResultSnapshot) => {
  const remainingMs = selectResultProgress(snapshot)?.remainingMs;
  if (!remainingMs || !isInTouch(snapshot)) return null;
  return remainingAfter(remainingMs, snapshot.context.sinceNewsMs);
};

/** True if the measured range has passed. */
export const selectIsResultLate = (snapshot: ResultSnapshot): boolean =>
  isInTouch(snapshot) && snapshot.matches({ waiting: { pace: 'late' } });

/** The queue position. Null after the task has started, or while unknown. */
export const selectQueuePosition = (snapshot: ResultSnapshot): number | null =>
  isInTouch(snapshot) ? (snapshot.context.record?.queuePosition ?? null) : null;

/** State of the live progress: current, out of date, or no longer followed. */
export const selectResultNews = (snapshot: ResultSnapshot): 'inTouch' | 'lost' | 'refused' =>
  (['lost', 'refused'] as const).find((news) => snapshot.matches({ waiting: { news } })) ??
  'inTouch';

export const selectIsCancelling = (snapshot: ResultSnapshot): boolean =>
  snapshot.matches({ waiting: { cancel: 'cancelling' } });

/** The picture of the record that is on its way to the studio, or null without one. */
export const selectContinuedPhoto = (snapshot: ResultSnapshot): NextPhoto | null => {
  if (snapshot.matches({ continuing: 'withResult' })) return 'result';
  return snapshot.matches({ continuing: 'withOriginal' }) ? 'original' : null;
};

export const selectIsRemoving = (snapshot: ResultSnapshot): boolean => snapshot.matches('removing');

/** The failure that prevented loading or following the record, or null. */
export const selectResultFailure = (snapshot: ResultSnapshot) =>
  snapshot.matches('failedToLoad') || selectResultNews(snapshot) !== 'inTouch'
    ? snapshot.context.failure
    : null;
