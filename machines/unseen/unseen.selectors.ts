import type { SnapshotFrom } from 'xstate';
import type { unseenMachine } from './unseen.machine.ts';

/** `ready` if an unseen end has a result, otherwise `ended`; null if there are no unseen ends. */
export const selectUnseen = (
  snapshot: SnapshotFrom<typeof unseenMachine>,
): 'ready' | 'ended' | null => {
  if (!snapshot.matches('some')) return null;
  return snapshot.matches({ some: 'ready' }) ? 'ready' : 'ended';
};
