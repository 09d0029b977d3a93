import type { SnapshotFrom } from 'xstate';
import type { keeperMachine } from './keeper.machine.ts';

/** True if closing the page would lose a photo. */
export const selectMustStayOpen = (snapshot: SnapshotFrom<typeof keeperMachine>): boolean =>
  snapshot.matches({ leaving: 'guarded' });
