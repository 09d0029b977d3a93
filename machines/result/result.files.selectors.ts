import type { SnapshotFrom } from 'xstate';
import type { resultMachine } from './result.machine.ts';

type ResultSnapshot = SnapshotFrom<typeof resultMachine>;

/** True while the menu for saving in another format is open. */
export const selectIsChoosing = (snapshot: ResultSnapshot): boolean =>
  snapshot.matches({ shown: { files: 'choosing' } });

/** True if this browser can share the result. */
export const selectShares = ({ context }: ResultSnapshot): boolean => context.ways?.shares === true;

/** True if this browser can copy the result. */
export const selectCopies = ({ context }: ResultSnapshot): boolean => context.ways?.copies === true;

/** True while the result is being shared or copied. */
export const selectIsHandingOut = (snapshot: ResultSnapshot): boolean =>
  snapshot.matches({ shown: { files: 'sharing' } }) ||
  snapshot.matches({ shown: { files: 'copying' } });
