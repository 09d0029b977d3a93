import type { SnapshotFrom } from 'xstate';
import type { archiveMachine } from './archive.machine.ts';

/** True while a ZIP file is being made. */
export const selectIsSaving = (snapshot: SnapshotFrom<typeof archiveMachine>): boolean =>
  snapshot.matches('making');
