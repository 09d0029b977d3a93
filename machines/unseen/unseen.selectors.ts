import type { SnapshotFrom } from 'xstate';
import type { unseenMachine } from './unseen.machine.ts';

export const selectIsUnseen = (snapshot: SnapshotFrom<typeof unseenMachine>): boolean =>
  snapshot.matches('some');
