import type { SnapshotFrom } from 'xstate';
import type { dialogsMachine } from './dialogs.machine.ts';
import type { DialogRequest } from './dialogs.types.ts';

type DialogsSnapshot = SnapshotFrom<typeof dialogsMachine>;

export type DialogStage = 'loading' | 'open' | 'failed';

const stages: readonly DialogStage[] = ['loading', 'open', 'failed'];

/** The dialog over the page, and how far it is; null when there is none. */
export const selectDialog = (
  snapshot: DialogsSnapshot,
): { stage: DialogStage; request: DialogRequest } | null => {
  const stage = stages.find((one) => snapshot.matches(one));
  return stage ? { stage, request: snapshot.context.current } : null;
};
