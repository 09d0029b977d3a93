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

/** Returns the stage of the current run, which is `preparing` before the first measurement. */
export const selectStage = (snapshot: RunsSnapshot): OverlayStage =>
  selectView(snapshot)?.stage ?? 'preparing';

export const selectCanCancel = (snapshot: RunsSnapshot): boolean => {
  const view = selectView(snapshot);
  return view !== null && view.stage !== 'cancelling';
};

/** Returns the record of the current run, or null if there is no current run or no record. */
export const selectRecord = ({ context }: RunsSnapshot) => {
  const card = runInHand(context);
  return card && recordOf(card);
};

/** Returns the finished rows of the current run's result, or null while no row is finished. */
export const selectPartial = (snapshot: RunsSnapshot) => selectRecord(snapshot)?.partial ?? null;

/** True if the current run takes longer than usual (R72). */
export const selectIsLong = ({ context }: RunsSnapshot): boolean =>
  runInHand(context)?.isDelayed ?? false;

/**
 * True while the current run waits for the connection or the server (R79). A press then retries
 * without waiting.
 */
export const selectIsWaiting = (snapshot: RunsSnapshot): boolean =>
  isStalled(selectStage(snapshot));

/** Returns the background runs, unfinished or ended. */
export const selectRunsBeside = ({ context }: RunsSnapshot): readonly RunCard[] =>
  runsBeside(context);

/** Returns the unfinished run of this photo of the batch, or null. */
export const selectRunOfPhoto = ({ context }: RunsSnapshot, photoId: string): RunCard | null =>
  context.cards.find((card) => card.isOfBatch && card.photoId === photoId) ?? null;

/**
 * Returns the progress of the newest unfinished background run in percent, or null if all
 * background runs have ended.
 */
export const selectPercentBeside = ({ context }: RunsSnapshot): number | null => {
  const working = runsBeside(context).findLast(({ outcome }) => outcome === null);
  return working ? Math.floor(working.view.fraction * holdPercent) : null;
};

/** True if any run of this page is unfinished. */
export const selectIsRunning = ({ context }: RunsSnapshot): boolean =>
  context.cards.some(({ outcome }) => outcome === null);
