import type { SnapshotFrom } from 'xstate';
import type { TaskEnd } from '../model/task-record.ts';
import { endOf } from '../runs/runs.ends.ts';
import { keptOf, photoIn } from './studio.held.ts';
import type { studioMachine } from './studio.machine.ts';

type StudioSnapshot = SnapshotFrom<typeof studioMachine>;

/** The inspected photo, or null. */
export const selectPhoto = ({ context }: StudioSnapshot) => photoIn(context);

/** The other files chosen with the photo, or null if it was the only one. */
export const selectLeftOut = ({ context }: StudioSnapshot) => context.leftOut;

const noNames: readonly string[] = [];

/** File names of photos held by other tabs, while this one has none. */
export const selectElsewhere = (snapshot: StudioSnapshot): readonly string[] =>
  snapshot.matches('choosing') ? snapshot.context.elsewhere : noNames;

/** The photo could not be inspected yet: it waits for the connection. */
export const selectIsPostponed = (snapshot: StudioSnapshot): boolean =>
  snapshot.matches('postponed');

/** Why the last chosen photo cannot be used, or null otherwise. */
export const selectProblem = ({ context: { held } }: StudioSnapshot) =>
  held.kind === 'refused' ? held.problem : null;

/** The failure during the inspection of that photo, or null if the photo itself is the reason. */
export const selectProblemFailure = ({ context: { held } }: StudioSnapshot) =>
  held.kind === 'refused' ? held.failure : null;

export const selectFunctionCode = (snapshot: StudioSnapshot) => snapshot.context.functionCode;

export const selectCanStart = (snapshot: StudioSnapshot): boolean =>
  snapshot.can({ type: 'start.pressed' });

/** After an end: with the same photo, or the same start once more. */
export const selectCanRetry = (snapshot: StudioSnapshot): boolean =>
  snapshot.matches('ended') && snapshot.can({ type: 'retry.pressed' });

/** The end of the run in hand, or null unless it is shown. */
export const selectEnd = ({ context: { over } }: StudioSnapshot): TaskEnd | null =>
  over && endOf(over.outcome);

/** The failure of the ended run, or null without one, or if its record has the reason. */
export const selectFailure = ({ context: { over } }: StudioSnapshot) =>
  over && 'failure' in over.outcome ? over.outcome.failure : null;

const busy = ['checking', 'postponed', 'returning', 'chosen', 'working'] as const;

/**
 * True if a page that is opened now would find a photo on this device or a task of this one, or null while
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
