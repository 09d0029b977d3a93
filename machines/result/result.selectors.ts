import type { SnapshotFrom } from 'xstate';
import type { resultMachine } from './result.machine.ts';

type ResultSnapshot = SnapshotFrom<typeof resultMachine>;

/** The record, once it is here. */
export const selectResultRecord = (snapshot: ResultSnapshot) => snapshot.context.record;

/** Live progress of a record that is under way; null otherwise. */
export const selectResultProgress = (snapshot: ResultSnapshot) =>
  snapshot.matches('waiting') ? (snapshot.context.record?.progress ?? null) : null;

/** Why the record could not be loaded; null otherwise. */
export const selectResultFailure = (snapshot: ResultSnapshot) =>
  snapshot.matches('failedToLoad') ? snapshot.context.failure : null;
