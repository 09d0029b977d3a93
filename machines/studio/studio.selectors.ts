import type { SnapshotFrom } from 'xstate';
import type { TaskEnd } from '../model/task-record.ts';
import { endOf } from '../runs/runs.ends.ts';
import { keptOf, photoIn } from './studio.held.ts';
import type { studioMachine } from './studio.machine.ts';

type StudioSnapshot = SnapshotFrom<typeof studioMachine>;

export const selectPhoto = ({ context }: StudioSnapshot) => photoIn(context);

/** The other files chosen with the photo, or null if there were no others. */
export const selectLeftOut = ({ context }: StudioSnapshot) => context.leftOut;

const noNames: readonly string[] = [];

/** File names of photos that other tabs use, while this tab has no photo. */
export const selectElsewhere = (snapshot: StudioSnapshot): readonly string[] =>
  snapshot.matches('choosing') ? snapshot.context.elsewhere : noNames;

/** True if the photo could not be inspected yet and waits for the connection. */
export const selectIsPostponed = (snapshot: StudioSnapshot): boolean =>
  snapshot.matches('postponed');

/** Why the last chosen photo cannot be used, or null otherwise. */
export const selectProblem = ({ context: { held } }: StudioSnapshot) =>
  held.kind === 'refused' ? held.problem : null;

/** The failure of the photo's inspection. Null if the photo itself is the reason. */
export const selectProblemFailure = ({ context: { held } }: StudioSnapshot) =>
  held.kind === 'refused' ? held.failure : null;

export const selectFunctionCode = (snapshot: StudioSnapshot) => snapshot.context.functionCode;

export const selectCanStart = (snapshot: StudioSnapshot): boolean =>
  snapshot.can({ type: 'start.pressed' });

/** True if the same photo, or the same start, can be tried again after an end. */
export const selectCanRetry = (snapshot: StudioSnapshot): boolean =>
  snapshot.matches('ended') && snapshot.can({ type: 'retry.pressed' });

/** The end of the current run, or null unless it is shown. */
export const selectEnd = ({ context: { over } }: StudioSnapshot): TaskEnd | null =>
  over && endOf(over.outcome);

/** The failure of the ended run. Null without one, or if the record contains the reason. */
export const selectFailure = ({ context: { over } }: StudioSnapshot) =>
  over && 'failure' in over.outcome ? over.outcome.failure : null;

const busy = ['checking', 'postponed', 'returning', 'chosen', 'working'] as const;

/**
 * True if a page opened now would find a photo on this device, or a task of this device. Null while
 * unknown.
 */
export const selectIsUnderWay = (snapshot: StudioSnapshot): boolean | null => {
  if (snapshot.matches('resuming') || snapshot.matches({ choosing: 'unasked' })) return null;
  return (
    busy.some((state) => snapshot.matches(state)) ||
    (snapshot.matches('ended') && keptOf(snapshot.context) !== null) ||
    snapshot.context.elsewhere.length > 0
  );
};
