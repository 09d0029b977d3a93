import type { SnapshotFrom } from 'xstate';
import type { batchMachine } from './batch.machine.ts';
import type { LeftOut } from './batch.types.ts';

/* This file loads with the first page, so it must not import code about photos. */

type BatchSnapshot = SnapshotFrom<typeof batchMachine>;

/** True from the choice of several photos until the press on Start. */
export const selectIsChoosing = (snapshot: BatchSnapshot): boolean =>
  snapshot.matches({ photos: 'choosing' });

/** True from the start of a batch until its list is closed. */
export const selectIsStarted = (snapshot: BatchSnapshot): boolean =>
  snapshot.matches({ photos: 'working' }) || snapshot.matches({ photos: 'finished' });

/** Returns the files of the last choice that were left out, with the reasons. */
export const selectLeftOut = ({ context }: BatchSnapshot): readonly LeftOut[] => context.leftOut;
