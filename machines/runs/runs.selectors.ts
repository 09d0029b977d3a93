import type { SnapshotFrom } from 'xstate';
import { isStalled, type OverlayStage } from '../model/overlay-stage.ts';
import { holdPercent } from '../model/progress.ts';
import { recordOf, runInHand, runsBeside } from './runs.hand.ts';
import type { runsMachine } from './runs.machine.ts';
import type { RunCard } from './runs.types.ts';

type RunsSnapshot = SnapshotFrom<typeof runsMachine>;

/** True if the current run is unfinished. */
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

/** The record of the current run, or null. */
export const selectRecord = ({ context }: RunsSnapshot) => {
  const card = runInHand(context);
  return card && recordOf(card);
};

/** The finished rows of the current run's result, or null while there are none. */
export const selectPartial = (snapshot: RunsSnapshot) => selectRecord(snapshot)?.partial ?? null;

/** True if the current run takes longer than usual (R72). */
export const selectIsLong = ({ context }: RunsSnapshot): boolean =>
  runInHand(context)?.isDelayed ?? false;

/**
 * True while the current run waits for the network or the server (R79); a press retries
 * immediately.
 */
export const selectIsWaiting = (snapshot: RunsSnapshot): boolean =>
  isStalled(selectStage(snapshot));

/** The background runs, unfinished or ended. */
export const selectRunsBeside = ({ context }: RunsSnapshot): readonly RunCard[] =>
  runsBeside(context);

/** Progress of the newest background run in percent, or null if none is unfinished. */
export const selectPercentBeside = ({ context }: RunsSnapshot): number | null => {
  const working = runsBeside(context).findLast(({ outcome }) => outcome === null);
  return working ? Math.floor(working.view.fraction * holdPercent) : null;
};

/** True if any run of this page is unfinished. */
export const selectIsRunning = ({ context }: RunsSnapshot): boolean =>
  context.cards.some(({ outcome }) => outcome === null);
