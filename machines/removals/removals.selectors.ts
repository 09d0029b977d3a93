import type { SnapshotFrom } from 'xstate';
import type { removalsMachine } from './removals.machine.ts';

type RemovalsSnapshot = SnapshotFrom<typeof removalsMachine>;

/** True while the record is being deleted, or is queued for it. */
export const selectIsRemoving = ({ context }: RemovalsSnapshot, id: string): boolean =>
  context.queue.includes(id);
