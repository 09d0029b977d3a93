import type { SnapshotFrom } from 'xstate';
import type { archiveMachine } from '../archive/archive.machine.ts';
import type { batchMachine } from './batch.machine.ts';
import { photosAt, resultIds } from './batch.photos.ts';
import { selectIsChoosing } from './batch.selectors.ts';

/* Selectors for the list of photos, which loads when several photos are chosen. */

type BatchSnapshot = SnapshotFrom<typeof batchMachine>;

export const selectIsFinished = (snapshot: BatchSnapshot): boolean =>
  snapshot.matches({ photos: 'finished' });

/** True while photos are inspected on this device. */
export const selectIsInspecting = (snapshot: BatchSnapshot): boolean =>
  selectIsChoosing(snapshot) && !snapshot.matches({ photos: { choosing: 'ready' } });

export const selectPhotos = ({ context }: BatchSnapshot) => context.photos;

/**
 * True while a ZIP file is being made. Like `selectIsArchiving`, but a shared file would be a chunk
 * of its own.
 */
export const selectIsSaving = (archive: SnapshotFrom<typeof archiveMachine>): boolean =>
  archive.matches('making');

export const selectResultCount = ({ context }: BatchSnapshot): number => resultIds(context).length;

/** Returns the number of ended photos, with or without a result. */
export const selectEndedCount = ({ context }: BatchSnapshot): number =>
  photosAt(context, 'ended').length + photosAt(context, 'unfit').length;

/** Returns the function of the started batch. */
export const selectStartedFunction = ({ context }: BatchSnapshot) =>
  context.settings?.offered ?? null;

/** Returns why the queued photos cannot start now, or null if they can. */
export const selectLack = (snapshot: BatchSnapshot) =>
  snapshot.matches({ photos: { working: 'paused' } }) ? snapshot.context.lack : null;

/**
 * True while the server refuses starts, because this visitor's other tabs or devices run the
 * maximum number of tasks.
 */
export const selectIsCrowded = (snapshot: BatchSnapshot): boolean =>
  snapshot.matches({ photos: { working: 'crowded' } });
