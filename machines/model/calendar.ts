import { durationUnits } from './duration.ts';

const hourMs = 3_600_000;

/** Lengths of duration units in milliseconds, by unit code. */
const lengths: Record<number, number> = {
  [durationUnits.hour]: hourMs,
  [durationUnits.day]: 24 * hourMs,
  [durationUnits.week]: 7 * 24 * hourMs,
};

/**
 * Returns the same day and time in a later month. If the later month is shorter, returns its last
 * day.
 */
function addMonths(from: Date, months: number): Date {
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const moved = new Date(from);
  moved.setUTCFullYear(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay));
  return moved;
}

/**
 * Adds a number of durations to `from`, in UTC. All cycles are counted from the first day: 31
 * January, 28 February, 31 March.
 */
export function addDurations(
  from: Date,
  { duration, durationUnit }: { duration: number; durationUnit: number },
  times = 1,
): Date {
  const count = duration * times;
  const length = lengths[durationUnit];
  if (length !== undefined) return new Date(from.getTime() + count * length);
  return addMonths(from, durationUnit === durationUnits.year ? 12 * count : count);
}
