import type { SnapshotFrom } from 'xstate';
import type { dialogsMachine } from './dialogs.machine.ts';

/** The one dialog that is open, or null. */
export const selectDialog = (snapshot: SnapshotFrom<typeof dialogsMachine>) =>
  snapshot.context.open;
