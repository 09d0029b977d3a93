import type { SnapshotFrom } from 'xstate';
import type { dialogsMachine } from './dialogs.machine.ts';
import type { DialogRequest } from './dialogs.types.ts';

export const selectDialog = (
  snapshot: SnapshotFrom<typeof dialogsMachine>,
): DialogRequest | null => {
  const [first = null] = snapshot.context.queue;
  return snapshot.matches('open') ? first : null;
};
