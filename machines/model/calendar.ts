import { durationUnits } from './duration.ts';

const hourMs = 3_600_000;

/** In milliseconds. */
const lengths: Record<number, number> = {
  [durationUnits.hour]: hourMs,
  [durationUnits.day]: 24 * hourMs,
  [durationUnits.week]: 7 * 24 * hourMs,
};

/** The same day and time in a later month, or the month's last day if that month is shorter. */
function addMonths(from: Date, months: number): Date {
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const moved = new Date(from);
  moved.setUTCFullYear(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay));
  return moved;
}

/**
 * Adds a number of durations to `from`, in UTC. Counts all cycles from the first day: 31 January,
 * 28 February, 31 March.
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
