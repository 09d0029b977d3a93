import type { OverlayStage } from './overlay-stage.ts';
import type { RemainingMs, TaskRecord } from './task-record.ts';

/** The percent at which the bar waits for the end of the task (R17). */
export const holdPercent = 98;

/**
 * The points of R17: milliseconds since the start, and the percentage that the bar has reached by
 * then.
 */
const climb = [
  [0, 0],
  [20_000, 35],
  [60_000, 60],
  [150_000, 80],
  [260_000, 91],
  [400_000, holdPercent],
] as const;

/**
 * Returns the percentage of a bar without measured progress. The bar climbs to 98 within 400 s and
 * then stops.
 */
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
 * Returns the percentage expected since the last measurement, at the measured speed. The upper end
 * of the remaining time is used, so that the bar never reaches the end too early. Without a
 * remaining time, the bar stops.
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

/**
 * Start and end of each stage, as shares of the whole bar. Stages in which a task waits have an
 * empty range.
 */
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

/**
 * Returns the fraction of the whole bar, 0 to 1, for the fraction of a stage. All stages of the
 * core share one range.
 */
export const wholeFraction = (stage: OverlayStage, fraction: number): number => {
  const [from, to] = shares[stage];
  return from + (to - from) * Math.min(1, Math.max(0, fraction));
};

/**
 * Returns the fraction of the whole bar, 0 to 1, for an unfinished record. Every page shows the
 * same value.
 */
export const recordFraction = ({ progress }: Pick<TaskRecord, 'progress'>): number =>
  wholeFraction(progress?.stage ?? 'queued', progress?.fraction ?? 0);

/** Returns the percentage of a record's bar, which stays below 100 until the task ends (R17). */
export const recordPercent = (record: Pick<TaskRecord, 'progress'>): number =>
  recordFraction(record) * holdPercent;
