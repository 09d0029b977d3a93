import type { SnapshotFrom } from 'xstate';
import type { unseenMachine } from './unseen.machine.ts';

/** What has ended unseen: with a result, or otherwise; null where nothing has. */
export const selectUnseen = (
  snapshot: SnapshotFrom<typeof unseenMachine>,
): 'ready' | 'ended' | null => {
  if (!snapshot.matches('some')) return null;
  return snapshot.matches({ some: 'ready' }) ? 'ready' : 'ended';
};
