import type { OverlayStage } from './overlay-stage.ts';
import type { RemainingMs, TaskRecord } from './task-record.ts';

/** R17: percent at which both an unmeasured and a measured bar wait for the end. */
export const holdPercent = 98;

/** The stages of R17: milliseconds since the start and the percent reached by then. */
const climb = [
  [0, 0],
  [20_000, 35],
  [60_000, 60],
  [150_000, 80],
  [260_000, 91],
  [400_000, holdPercent],
] as const;

/** Percent of a bar driven only by the clock: climbs in stages to 98 in 400 s, then holds. */
export const climbedPercent = (elapsedMs: number): number => {
  for (const [index, [endMs, endPercent]] of climb.entries()) {
    const [startMs, startPercent] = climb[index - 1] ?? climb[0];
    if (elapsedMs < endMs) {
      return (
        startPercent + ((endPercent - startPercent) * (elapsedMs - startMs)) / (endMs - startMs)
      );
    }
  }
  return holdPercent;
};

/**
 * Percent since the last measurement: continues at the measured pace, by the upper end of the range, so that it
 * never arrives too early. Without a range it waits.
 */
export const expectedPercent = (
  measured: { percent: number; remainingMs: RemainingMs | null },
  sinceMs: number,
): number => {
  const high = measured.remainingMs?.high ?? 0;
  if (high <= 0) return measured.percent;
  const share = Math.min(1, sinceMs / high);
  return measured.percent + (holdPercent - measured.percent) * share;
};

/** Each stage's share of the whole: from, to. Waiting has none. */
const shares: Record<OverlayStage, readonly [number, number]> = {
  preparing: [0, 0.04],
  uploading: [0.04, 0.2],
  starting: [0.2, 0.22],
  waiting: [0, 0],
  silent: [0, 0],
  queued: [0.22, 0.25],
  reading: [0.25, 1],
  detecting: [0.25, 1],
  running: [0.25, 1],
  writing: [0.25, 1],
  cancelling: [0, 0],
};

/** Overall fraction, 0 to 1, from the fraction of one stage. The engine's stages share one range. */
export const wholeFraction = (stage: OverlayStage, fraction: number): number => {
  const [from, to] = shares[stage];
  return from + (to - from) * Math.min(1, Math.max(0, fraction));
};

/** Overall fraction, 0 to 1, of a record under way; every page shows the same. */
export const recordFraction = ({ progress }: Pick<TaskRecord, 'progress'>): number =>
  wholeFraction(progress?.stage ?? 'queued', progress?.fraction ?? 0);

/** The same as the percent of a bar, held below 100 until the end (R17). */
export const recordPercent = (record: Pick<TaskRecord, 'progress'>): number =>
  recordFraction(record) * holdPercent;
