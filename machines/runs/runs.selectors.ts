import type { SnapshotFrom } from 'xstate';
import { isStalled, type OverlayStage } from '../model/overlay-stage.ts';
import { holdPercent } from '../model/progress.ts';
import { recordOf, runInHand, runsBeside } from './runs.hand.ts';
import type { runsMachine } from './runs.machine.ts';
import type { RunCard } from './runs.types.ts';

type RunsSnapshot = SnapshotFrom<typeof runsMachine>;

/** A run is in hand and unfinished. */
export const selectIsFollowing = (snapshot: RunsSnapshot): boolean => snapshot.matches('following');

const selectView = (snapshot: RunsSnapshot) =>
  selectIsFollowing(snapshot) ? (runInHand(snapshot.context)?.view ?? null) : null;

/** Stage of the run in hand; before its first measurement it is being prepared. */
export const selectStage = (snapshot: RunsSnapshot): OverlayStage =>
  selectView(snapshot)?.stage ?? 'preparing';

export const selectCanCancel = (snapshot: RunsSnapshot): boolean => {
  const view = selectView(snapshot);
  return view !== null && view.stage !== 'cancelling';
};

/** The record of the run in hand, or null. */
export const selectRecord = ({ context }: RunsSnapshot) => {
  const card = runInHand(context);
  return card && recordOf(card);
};

/** The finished rows of its result, or null while there are none to show. */
export const selectPartial = (snapshot: RunsSnapshot) => selectRecord(snapshot)?.partial ?? null;

/** It takes longer than usual (R72). */
export const selectIsLong = ({ context }: RunsSnapshot): boolean =>
  runInHand(context)?.isDelayed ?? false;

/** Waits for the network or the server, with everything stored (R79); can be retried at once. */
export const selectIsWaiting = (snapshot: RunsSnapshot): boolean =>
  isStalled(selectStage(snapshot));

/** Runs beside the photo in hand, unfinished or ended. */
export const selectRunsBeside = ({ context }: RunsSnapshot): readonly RunCard[] =>
  runsBeside(context);

/** Progress of the newest run beside in percent, or null if none is unfinished. */
export const selectPercentBeside = ({ context }: RunsSnapshot): number | null => {
  const working = runsBeside(context).findLast(({ outcome }) => outcome === null);
  return working ? Math.floor(working.view.fraction * holdPercent) : null;
};

/** A run of this page is unfinished, in hand or beside. */
export const selectIsRunning = ({ context }: RunsSnapshot): boolean =>
  context.cards.some(({ outcome }) => outcome === null);
