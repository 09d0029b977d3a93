import type { SnapshotFrom } from 'xstate';
import type { ReloadCause } from '../ports/freshness.port.ts';
import type { freshnessMachine } from './freshness.machine.ts';

/** Returns the reason that the note gives for a reload, or null if the note is not shown. */
export const selectReloadNote = (
  snapshot: SnapshotFrom<typeof freshnessMachine>,
): ReloadCause['kind'] | null =>
  snapshot.matches({ waiting: 'told' }) ? (snapshot.context.cause?.kind ?? null) : null;
