import type { SnapshotFrom } from 'xstate';
import type { recordsMachine } from './records.machine.ts';

type RecordsSnapshot = SnapshotFrom<typeof recordsMachine>;

export type RecordsView = 'loading' | 'empty' | 'failed' | 'listed';

export const selectRecordsView = (snapshot: RecordsSnapshot): RecordsView =>
  (['empty', 'failed', 'listed'] as const).find((state) => snapshot.matches(state)) ?? 'loading';

export const selectIsLoadingMore = (snapshot: RecordsSnapshot): boolean =>
  snapshot.matches({ listed: { list: 'loadingMore' } });

export const selectIsMoreFailed = (snapshot: RecordsSnapshot): boolean =>
  snapshot.matches({ listed: { list: 'moreFailed' } });

/** Newest first. */
export const selectRecords = (snapshot: RecordsSnapshot) => snapshot.context.records;

export const selectHasMore = (snapshot: RecordsSnapshot) => snapshot.context.nextCursor !== null;

/** The record being deleted, or null until the user has confirmed. */
export const selectRemovingId = (snapshot: RecordsSnapshot): string | null =>
  snapshot.matches({ listed: { list: 'removing' } }) ? snapshot.context.removingId : null;

/** False while more records are loading, or another record is being deleted. */
export const selectCanRemove = (snapshot: RecordsSnapshot, id: string): boolean =>
  snapshot.can({ type: 'removal.pressed', id });

/** Record whose result is on its way to the studio, or null. */
export const selectContinuedId = (snapshot: RecordsSnapshot): string | null =>
  snapshot.context.continuedId;

/** The record has a result, and no other action is under way. */
export const selectCanContinue = (snapshot: RecordsSnapshot, id: string): boolean =>
  snapshot.can({ type: 'result.continued', id });

export const selectCanLoadMore = (snapshot: RecordsSnapshot): boolean =>
  snapshot.can({ type: 'records.moreRequested' });

/** Why the list, or more of it, could not be loaded; null otherwise. */
export const selectRecordsFailure = (snapshot: RecordsSnapshot) =>
  snapshot.matches('failed') || snapshot.matches({ listed: { list: 'moreFailed' } })
    ? snapshot.context.failure
    : null;

type LiveView = 'inTouch' | 'lost' | 'stopped';

/** State of the live progress: current, out of date, or no longer followed. */
export const selectLive = (snapshot: RecordsSnapshot): LiveView => {
  if (snapshot.matches({ listed: { live: { following: 'lost' } } })) return 'lost';
  const isStopped =
    snapshot.matches({ listed: { live: { following: 'refused' } } }) ||
    snapshot.matches({ listed: { live: 'stopped' } });
  return isStopped ? 'stopped' : 'inTouch';
};

/** Why the unfinished record cannot be followed, or null if it is followed. */
export const selectWatchFailure = (snapshot: RecordsSnapshot) =>
  selectLive(snapshot) === 'inTouch' ? null : snapshot.context.watchFailure;
