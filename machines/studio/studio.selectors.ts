import type { SnapshotFrom } from 'xstate';
import type { TaskEnd } from '../model/task-record.ts';
import { endOf } from '../runs/runs.ends.ts';
import { keptOf, photoIn } from './studio.held.ts';
import type { studioMachine } from './studio.machine.ts';

type StudioSnapshot = SnapshotFrom<typeof studioMachine>;

export const selectPhoto = ({ context }: StudioSnapshot) => photoIn(context);

/** Returns the name of a picture that has replaced the studio's photo, or null. */
export const selectReplaced = ({ context }: StudioSnapshot) => context.replaced;

const noNames: readonly string[] = [];

/**
 * Returns the file names of photos that other tabs use. They are shown only while this tab has no
 * photo.
 */
export const selectElsewhere = (snapshot: StudioSnapshot): readonly string[] =>
  snapshot.matches('choosing') ? snapshot.context.elsewhere : noNames;

/** True if the photo could not be inspected yet, because the connection was lost. */
export const selectIsPostponed = (snapshot: StudioSnapshot): boolean =>
  snapshot.matches('postponed');

/** Returns why the last chosen photo cannot be used, or null if no photo was refused. */
export const selectProblem = ({ context: { held } }: StudioSnapshot) =>
  held.kind === 'refused' ? held.problem : null;

/**
 * Returns the failure of the photo's inspection, or null if the photo itself is the reason of the
 * refusal.
 */
export const selectProblemFailure = ({ context: { held } }: StudioSnapshot) =>
  held.kind === 'refused' ? held.failure : null;

export const selectFunctionCode = (snapshot: StudioSnapshot) => snapshot.context.functionCode;

export const selectCanStart = (snapshot: StudioSnapshot): boolean =>
  snapshot.can({ type: 'start.pressed' });

/**
 * True if the visitor can try again with the same photo or the same start after a run has ended.
 */
export const selectCanRetry = (snapshot: StudioSnapshot): boolean =>
  snapshot.matches('ended') && snapshot.can({ type: 'retry.pressed' });

/** Returns the end of the current run, or null unless the studio shows this end. */
export const selectEnd = ({ context: { over } }: StudioSnapshot): TaskEnd | null =>
  over && endOf(over.outcome);

/**
 * Returns the failure of the run that ended. Returns null if there was no failure, or if the record
 * contains the reason.
 */
export const selectFailure = ({ context: { over } }: StudioSnapshot) =>
  over && 'failure' in over.outcome ? over.outcome.failure : null;

const busy = ['checking', 'postponed', 'returning', 'chosen', 'working'] as const;

/**
 * True if a page opened now would find unfinished work: a photo stored on this device, or a task on
 * the server. Null while this is unknown.
 */
export const selectIsUnderWay = (snapshot: StudioSnapshot): boolean | null => {
  if (snapshot.matches('resuming') || snapshot.matches({ choosing: 'unasked' })) return null;
  return (
    busy.some((state) => snapshot.matches(state)) ||
    (snapshot.matches('ended') && keptOf(snapshot.context) !== null) ||
    snapshot.context.elsewhere.length > 0
  );
};
