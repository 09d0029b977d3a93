import type { SnapshotFrom } from 'xstate';
import type { unseenMachine } from './unseen.machine.ts';

/** Unseen ends: with a result, or otherwise, or null if there are none. */
export const selectUnseen = (
  snapshot: SnapshotFrom<typeof unseenMachine>,
): 'ready' | 'ended' | null => {
  if (!snapshot.matches('some')) return null;
  return snapshot.matches({ some: 'ready' }) ? 'ready' : 'ended';
};
