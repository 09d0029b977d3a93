import type { SnapshotFrom } from 'xstate';
import { isStalled } from '../model/overlay-stage.ts';
import { holdPercent } from '../model/progress.ts';
import type { Region } from '../model/regions.ts';
import type { TaskEnd } from '../model/task-record.ts';
import { endOf } from './studio.ends.ts';
import { keptOf, photoIn } from './studio.held.ts';
import type { studioMachine } from './studio.machine.ts';
import { attemptsBeside, outcomeInHand, recordOf, runInHand } from './studio.runs.ts';
import type { RunCard } from './studio.types.ts';

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

export const selectCanStart = (
  snapshot: StudioSnapshot,
  found: readonly Region[] | null = null,
): boolean => snapshot.can({ type: 'start.pressed', found });

/** After an end: with the same photo, or the same start once more. */
export const selectCanRetry = (snapshot: StudioSnapshot): boolean =>
  snapshot.matches('ended') && snapshot.can({ type: 'retry.pressed' });

const selectView = (snapshot: StudioSnapshot) =>
  snapshot.matches('working') ? (runInHand(snapshot.context)?.view ?? null) : null;

export const selectCanCancel = (snapshot: StudioSnapshot): boolean => {
  const view = selectView(snapshot);
  return view !== null && view.stage !== 'cancelling';
};

/** The record of the current run, or null. */
export const selectRecord = ({ context }: StudioSnapshot) => {
  const card = runInHand(context);
  return card && recordOf(card);
};

/** The finished rows of the current run's result, or null while there are none to show. */
export const selectPartial = (snapshot: StudioSnapshot) => selectRecord(snapshot)?.partial ?? null;

/** The photo of the run: from this device, otherwise as stored on the server. */
export const selectPicture = (snapshot: StudioSnapshot): { url: string | null; ratio: number } => {
  const photo = selectPhoto(snapshot);
  const original = selectRecord(snapshot)?.original ?? null;
  const shape = photo && photo.width > 0 && photo.height > 0 ? photo : original;
  return {
    url: photo?.thumbnailUrl ?? original?.url ?? null,
    ratio: shape ? shape.width / shape.height : 1.5,
  };
};

/** The end of the current run, or null if there is none, or it is unfinished. */
export const selectEnd = ({ context }: StudioSnapshot): TaskEnd | null => {
  const outcome = outcomeInHand(context);
  return outcome && endOf(outcome);
};

/** The failure of the ended run, or null without one, or if its record has the reason. */
export const selectFailure = ({ context }: StudioSnapshot) => {
  const outcome = outcomeInHand(context);
  return outcome && 'failure' in outcome ? outcome.failure : null;
};

/** Longer than the measured range (R72). */
export const selectIsLong = ({ context }: StudioSnapshot): boolean =>
  runInHand(context)?.isDelayed ?? false;

/** Waits for the network or the server, with everything stored (R79); can be retried at once. */
export const selectIsWaiting = (snapshot: StudioSnapshot): boolean =>
  isStalled(selectView(snapshot)?.stage ?? null);

/** Background runs, unfinished or ended. */
export const selectRunsBeside = ({ context }: StudioSnapshot): readonly RunCard[] =>
  attemptsBeside(context);

/** Progress of the newest background run in percent, or null if none is unfinished. */
export const selectPercentBeside = ({ context }: StudioSnapshot): number | null => {
  const working = attemptsBeside(context).findLast(({ outcome }) => outcome === null);
  return working ? Math.floor(working.view.fraction * holdPercent) : null;
};

const unstarted = ['checking', 'postponed', 'returning', 'chosen'] as const;

/** A photo was chosen and not started. */
export const selectIsUnstarted = (snapshot: StudioSnapshot): boolean =>
  unstarted.some((state) => snapshot.matches(state));

const busy = [...unstarted, 'working'] as const;

/**
 * True if a page that is opened now would have something to continue: a photo on this device, or a task on its
 * way, or null while unknown.
 */
export const selectIsUnderWay = (snapshot: StudioSnapshot): boolean | null => {
  if (snapshot.matches('resuming') || snapshot.matches({ choosing: 'unasked' })) return null;
  const { runs, elsewhere } = snapshot.context;
  return (
    busy.some((state) => snapshot.matches(state)) ||
    (snapshot.matches('ended') && keptOf(snapshot.context) !== null) ||
    runs.some(({ outcome }) => outcome === null) ||
    elsewhere.length > 0
  );
};
