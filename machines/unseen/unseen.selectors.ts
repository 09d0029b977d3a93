import type { SnapshotFrom } from 'xstate';
import type { unseenMachine } from './unseen.machine.ts';

/**
 * Returns `ready` if a task has ended unseen with a result, `ended` if all unseen tasks ended
 * without one, and null if no end is unseen.
 */
export const selectUnseen = (
  snapshot: SnapshotFrom<typeof unseenMachine>,
): 'ready' | 'ended' | null => {
  if (!snapshot.matches('some')) return null;
  return snapshot.matches({ some: 'ready' }) ? 'ready' : 'ended';
};
