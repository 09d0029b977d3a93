import type { SnapshotFrom } from 'xstate';
import type { ReloadCause } from '../ports/freshness.port.ts';
import type { freshnessMachine } from './freshness.machine.ts';

/** The reason for a reload, for the note. Null if no note is shown. */
export const selectReloadNote = (
  snapshot: SnapshotFrom<typeof freshnessMachine>,
): ReloadCause['kind'] | null =>
  snapshot.matches({ waiting: 'told' }) ? (snapshot.context.cause?.kind ?? null) : null;
