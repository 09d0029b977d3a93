import type { SnapshotFrom } from 'xstate';
import type { archiveMachine } from '../archive/archive.machine.ts';
import type { recordsMachine } from './records.machine.ts';
import { areAllSelected, bytesOf, mostBytes, resultsIn, toolsIn } from './records.picked.ts';

type RecordsSnapshot = SnapshotFrom<typeof recordsMachine>;

export type RecordsView = 'loading' | 'empty' | 'failed' | 'listed';

export const selectRecordsView = (snapshot: RecordsSnapshot): RecordsView =>
  (['empty', 'failed', 'listed'] as const).find((state) => snapshot.matches(state)) ?? 'loading';

export const selectIsLoadingMore = (snapshot: RecordsSnapshot): boolean =>
  snapshot.matches({ listed: { list: 'loadingMore' } }) || selectIsLoadingAll(snapshot);

/** True while the rest of the list loads, so that all records can be selected. */
export const selectIsLoadingAll = (snapshot: RecordsSnapshot): boolean =>
  snapshot.matches({ listed: { list: 'loadingAll' } });

export const selectIsMoreFailed = (snapshot: RecordsSnapshot): boolean =>
  snapshot.matches({ listed: { list: 'moreFailed' } });

/** Returns the tool whose records are listed, or null for all records. */
export const selectTool = ({ context }: RecordsSnapshot): string | null => context.tool;

/** Returns the tools to choose from, or none if there is no need to choose. */
export const selectTools = ({ context }: RecordsSnapshot): readonly string[] => toolsIn(context);

/** True while the old list is on screen, until the records of a tool are loaded. */
export const selectIsFiltering = (snapshot: RecordsSnapshot): boolean =>
  snapshot.matches({ listed: { list: 'filtering' } });

/**
 * Returns how many records are on screen since a tool was chosen. Returns null before the first
 * choice, while the records are loading, and when the list has changed since.
 */
export const selectCounted = (snapshot: RecordsSnapshot): number | null => {
  const { counted, records } = snapshot.context;
  const isThere = /^(empty|listed)$/.test(selectRecordsView(snapshot));
  return isThere && !selectIsFiltering(snapshot) && records.length === counted ? counted : null;
};

export const selectRecords = (snapshot: RecordsSnapshot) => snapshot.context.records;

export const selectHasMore = (snapshot: RecordsSnapshot) => snapshot.context.nextCursor !== null;

/** Returns the path of a record's own page, without a language. The page leads back to this list. */
export const selectResultPath = ({ context: { tool } }: RecordsSnapshot, id: string): string =>
  `/result/${encodeURIComponent(id)}${tool === null ? '' : `?tool=${tool}`}`;

/** False while another action is running. */
export const selectCanRemove = (snapshot: RecordsSnapshot, id: string): boolean =>
  snapshot.can({ type: 'removal.pressed', id });

/** Returns the id of the record whose result is being passed to the studio, or null. */
export const selectContinuedId = (snapshot: RecordsSnapshot): string | null =>
  snapshot.context.continuedId;

/** True if the record has a result and no other action is running. */
export const selectCanContinue = (snapshot: RecordsSnapshot, id: string): boolean =>
  snapshot.can({ type: 'result.continued', id });

export const selectCanLoadMore = (snapshot: RecordsSnapshot): boolean =>
  snapshot.can({ type: 'records.moreRequested' });

/** Returns why the list, or its next page, could not be loaded, or null if nothing failed. */
export const selectRecordsFailure = (snapshot: RecordsSnapshot) =>
  snapshot.matches('failed') || snapshot.matches({ listed: { list: 'moreFailed' } })
    ? snapshot.context.failure
    : null;

export const selectIsSelecting = (snapshot: RecordsSnapshot): boolean =>
  snapshot.matches({ listed: { selection: 'on' } });

/** True if the list has at least two records that can be selected. */
export const selectCanSelect = (snapshot: RecordsSnapshot): boolean =>
  snapshot.can({ type: 'records.selectionToggled' });

export const selectIsSelected = ({ context }: RecordsSnapshot, id: string): boolean =>
  context.selected.includes(id);

export const selectSelectedCount = ({ context }: RecordsSnapshot): number =>
  context.selected.length;

export const selectAreAllSelected = ({ context }: RecordsSnapshot): boolean =>
  areAllSelected(context);

/** False if not all records are loaded, and another action prevents that they are. */
export const selectCanSelectAll = (snapshot: RecordsSnapshot): boolean =>
  snapshot.can({ type: 'records.allToggled' });

/** Returns the number of selected records that have a result. */
export const selectResultCount = ({ context }: RecordsSnapshot): number =>
  resultsIn(context).length;

/** Returns the largest number of bytes that can be saved at once if more is selected, or null. */
export const selectSaveLimit = ({ context }: RecordsSnapshot): number | null =>
  bytesOf(resultsIn(context)) > mostBytes ? mostBytes : null;

/** False if no record is selected, or while another action is running. */
export const selectCanRemoveSelected = (snapshot: RecordsSnapshot): boolean =>
  snapshot.can({ type: 'removals.pressed' });

/** False if no result or too much is selected, or while another action is running. */
export const selectCanSave = (snapshot: RecordsSnapshot): boolean =>
  snapshot.can({ type: 'archive.pressed' });

/** True while the chart `archive` makes a ZIP file. */
export const selectIsArchiving = (archive: SnapshotFrom<typeof archiveMachine>): boolean =>
  archive.matches('making');

type LiveView = 'inTouch' | 'lost' | 'stopped';

/** Returns whether the live progress is current, out of date, or no longer followed. */
export const selectLive = (snapshot: RecordsSnapshot): LiveView => {
  if (snapshot.matches({ listed: { live: { following: 'lost' } } })) return 'lost';
  const isStopped =
    snapshot.matches({ listed: { live: { following: 'refused' } } }) ||
    snapshot.matches({ listed: { live: 'stopped' } });
  return isStopped ? 'stopped' : 'inTouch';
};

/** Returns why the unfinished record cannot be followed, or null if nothing failed. */
export const selectWatchFailure = (snapshot: RecordsSnapshot) =>
  selectLive(snapshot) === 'inTouch' ? null : snapshot.context.watchFailure;
