import type { SnapshotFrom } from 'xstate';
import { isStalled } from '../model/overlay-stage.ts';
import { holdPercent } from '../model/progress.ts';
import type { Region } from '../model/regions.ts';
import type { TaskEnd } from '../model/task-record.ts';
import { attemptInHand, attemptsBeside, outcomeInHand, recordOf } from './tray.attempts.ts';
import { endOf } from './tray.ends.ts';
import { keptOf, photoIn } from './tray.held.ts';
import type { trayMachine } from './tray.machine.ts';
import type { AttemptCard } from './tray.types.ts';

type TraySnapshot = SnapshotFrom<typeof trayMachine>;

/** The photo that was looked into, or null. */
export const selectPhoto = ({ context }: TraySnapshot) => photoIn(context);

/** What came with the photo on the tray and was not taken; null where it came alone. */
export const selectLeftOut = ({ context }: TraySnapshot) => context.leftOut;

const noNames: readonly string[] = [];

/** Photos that other tabs have in hand, while this one has none; by the names of their files. */
export const selectElsewhere = (snapshot: TraySnapshot): readonly string[] =>
  snapshot.matches('choosing') ? snapshot.context.elsewhere : noNames;

/** The photo could not be looked into yet: it waits for the connection. */
export const selectIsPostponed = (snapshot: TraySnapshot): boolean => snapshot.matches('postponed');

/** Why the photo that was chosen last cannot be used; null otherwise. */
export const selectProblem = ({ context: { held } }: TraySnapshot) =>
  held.kind === 'refused' ? held.problem : null;

/** What went wrong when that photo was looked into; null where the photo itself is the reason. */
export const selectProblemFailure = ({ context: { held } }: TraySnapshot) =>
  held.kind === 'refused' ? held.failure : null;

export const selectFunctionCode = (snapshot: TraySnapshot) => snapshot.context.functionCode;

export const selectCanStart = (
  snapshot: TraySnapshot,
  found: readonly Region[] | null = null,
): boolean => snapshot.can({ type: 'start.pressed', found });

/** After an end: with the same photo, or the same start once more. */
export const selectCanRetry = (snapshot: TraySnapshot): boolean =>
  snapshot.matches('ended') && snapshot.can({ type: 'retry.pressed' });

const selectView = (snapshot: TraySnapshot) =>
  snapshot.matches('working') ? (attemptInHand(snapshot.context)?.view ?? null) : null;

export const selectCanCancel = (snapshot: TraySnapshot): boolean => {
  const view = selectView(snapshot);
  return view !== null && view.stage !== 'cancelling';
};

/** The record of the attempt in hand, once there is one. */
export const selectRecord = ({ context }: TraySnapshot) => {
  const card = attemptInHand(context);
  return card && recordOf(card);
};

/** The finished rows of the result of the attempt in hand; null while there are none to show. */
export const selectPartial = (snapshot: TraySnapshot) => selectRecord(snapshot)?.partial ?? null;

/** The photo that is worked on: on this device, or else as the server has it. */
export const selectPicture = (snapshot: TraySnapshot): { url: string | null; ratio: number } => {
  const photo = selectPhoto(snapshot);
  const original = selectRecord(snapshot)?.original ?? null;
  const shape = photo && photo.width > 0 && photo.height > 0 ? photo : original;
  return {
    url: photo?.previewUrl ?? original?.url ?? null,
    ratio: shape ? shape.width / shape.height : 1.5,
  };
};

/** What the attempt in hand has come to; null while there is none, or it goes on. */
export const selectEnd = ({ context }: TraySnapshot): TaskEnd | null => {
  const outcome = outcomeInHand(context);
  return outcome && endOf(outcome);
};

/** What went wrong in the attempt that has ended; null where nothing did, or a record says it. */
export const selectFailure = ({ context }: TraySnapshot) => {
  const outcome = outcomeInHand(context);
  return outcome && 'failure' in outcome ? outcome.failure : null;
};

/** Longer than the measured range said (R72). */
export const selectIsLong = ({ context }: TraySnapshot): boolean =>
  attemptInHand(context)?.isDelayed ?? false;

/** Waits for the network or the server, everything is kept (R79); it can be tried at once. */
export const selectIsWaiting = (snapshot: TraySnapshot): boolean =>
  isStalled(selectView(snapshot)?.stage ?? null);

/** Attempts that go on beside the tray, or have ended there. */
export const selectAttemptsBeside = ({ context }: TraySnapshot): readonly AttemptCard[] =>
  attemptsBeside(context);

/** How far the newest attempt beside the tray is; null where none goes on. */
export const selectPercentBeside = ({ context }: TraySnapshot): number | null => {
  const working = attemptsBeside(context).findLast(({ outcome }) => outcome === null);
  return working ? Math.floor(working.view.fraction * holdPercent) : null;
};

const unstarted = ['checking', 'postponed', 'returning', 'chosen'] as const;

/** A photo was chosen and nothing has begun with it. */
export const selectIsUnstarted = (snapshot: TraySnapshot): boolean =>
  unstarted.some((state) => snapshot.matches(state));

/** A photo, its task or its result is in hand, or a task goes on beside it. */
export const selectIsInHand = (snapshot: TraySnapshot): boolean =>
  !(snapshot.matches('resuming') || snapshot.matches('choosing')) ||
  snapshot.context.attempts.some(({ outcome }) => outcome === null);

const busy = [...unstarted, 'working'] as const;

/**
 * Whether a page that is opened now would have something to go on with: a photo on this device, or
 * a task on its way; null while nobody knows.
 */
export const selectIsUnderWay = (snapshot: TraySnapshot): boolean | null => {
  if (snapshot.matches('resuming') || snapshot.matches({ choosing: 'unasked' })) return null;
  const { attempts, elsewhere } = snapshot.context;
  return (
    busy.some((state) => snapshot.matches(state)) ||
    (snapshot.matches('ended') && keptOf(snapshot.context) !== null) ||
    attempts.some(({ outcome }) => outcome === null) ||
    elsewhere.length > 0
  );
};
