import type { SnapshotFrom } from 'xstate';
import type { recordsMachine } from './records.machine.ts';

type RecordsSnapshot = SnapshotFrom<typeof recordsMachine>;

/** Newest first. */
export const selectRecords = (snapshot: RecordsSnapshot) => snapshot.context.records;

export const selectHasMore = (snapshot: RecordsSnapshot) => snapshot.context.nextCursor !== null;

/** The record that is asked about or on its way out, or null. */
export const selectRemovingId = (snapshot: RecordsSnapshot) => snapshot.context.removingId;

/** Why the list, or more of it, is not here; null otherwise. */
export const selectRecordsFailure = (snapshot: RecordsSnapshot) =>
  snapshot.matches('failed') || snapshot.matches({ listed: { list: 'moreFailed' } })
    ? snapshot.context.failure
    : null;
