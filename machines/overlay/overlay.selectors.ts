import type { SnapshotFrom } from 'xstate';
import type { overlayMachine } from './overlay.machine.ts';

type OverlaySnapshot = SnapshotFrom<typeof overlayMachine>;

/** Covers the page; also while it fills up and says goodbye. */
export const isOverlayVisible = (snapshot: OverlaySnapshot): boolean =>
  snapshot.matches({ open: { sight: 'shown' } }) || isOverlayFinishing(snapshot);

/** The bar is full and the page below is already the next one: let taps through. */
export const isOverlayFinishing = (snapshot: OverlaySnapshot): boolean =>
  snapshot.matches('finishing');

export const isOverlayAway = (snapshot: OverlaySnapshot): boolean =>
  snapshot.matches({ open: { sight: 'away' } });

/** 0 to 100, with fractions. */
export const selectPercent = (snapshot: OverlaySnapshot): number => snapshot.context.percent;

export const selectElapsedSeconds = (snapshot: OverlaySnapshot): number =>
  Math.floor(snapshot.context.elapsedMs / 1000);

export const selectTip = (snapshot: OverlaySnapshot): 1 | 2 =>
  snapshot.matches({ open: { tips: 'second' } }) ? 2 : 1;

export const selectOverlayStage = (snapshot: OverlaySnapshot) => snapshot.context.stage;

/** The measured range that was last told, milliseconds; null while nobody knows. */
export const selectRemainingMs = (snapshot: OverlaySnapshot) =>
  snapshot.context.measured?.remainingMs ?? null;

export const selectShowsCounter = (snapshot: OverlaySnapshot): boolean =>
  snapshot.context.showsCounter;
