import type { SnapshotFrom } from 'xstate';
import { remainingToSay } from '../model/remaining.ts';
import type { overlayMachine } from './overlay.machine.ts';

type OverlaySnapshot = SnapshotFrom<typeof overlayMachine>;

export const isOverlayVisible = (snapshot: OverlaySnapshot): boolean =>
  snapshot.matches({ open: { sight: 'shown' } });

/** True when the run is finished and the full bar is shown for a moment. */
export const isOverlayFull = (snapshot: OverlaySnapshot): boolean =>
  snapshot.matches({ open: { progress: 'full' } });

export const isOverlayAway = (snapshot: OverlaySnapshot): boolean =>
  snapshot.matches({ open: { sight: 'away' } });

/** Returns the percentage of the bar, 0 to 100, with fractions. */
export const selectPercent = (snapshot: OverlaySnapshot): number => snapshot.context.percent;

export const selectElapsedSeconds = (snapshot: OverlaySnapshot): number =>
  Math.floor(snapshot.context.elapsedMs / 1000);

export const selectTip = (snapshot: OverlaySnapshot): 1 | 2 =>
  snapshot.matches({ open: { tips: 'second' } }) ? 2 : 1;

const isMoving = (snapshot: OverlaySnapshot): boolean =>
  snapshot.matches({ open: { progress: 'climbing' } }) ||
  snapshot.matches({ open: { progress: 'holding' } });

/**
 * Returns the remaining time range in milliseconds, counted down since the last measurement.
 * Returns null before the first measurement.
 */
export const selectRemainingMs = (snapshot: OverlaySnapshot) => {
  const { measured, elapsedMs } = snapshot.context;
  if (!measured?.remainingMs || !isMoving(snapshot)) return null;
  return remainingToSay(measured.remainingMs, elapsedMs - measured.atMs);
};

export const selectShowsCounter = (snapshot: OverlaySnapshot): boolean =>
  snapshot.context.showsCounter;
