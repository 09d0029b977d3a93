/** Example: 2 of unit 4 are two months (R48). */
export type Duration = { duration: number; durationUnit: number };

export const durationUnits = { hour: 1, day: 2, week: 3, month: 4, year: 5 } as const;

export type DurationUnit = keyof typeof durationUnits;

/** Null if no unit has this code. */
export const durationUnit = (code: number): DurationUnit | null =>
  (Object.keys(durationUnits) as DurationUnit[]).find((unit) => durationUnits[unit] === code) ??
  null;

/**
 * The message id and value for a duration (R48), or null for an unknown unit. A duration of 1 shows
 * only the unit; other durations show the number as well.
 */
export function durationMessage({ duration, durationUnit: code }: Duration): {
  id: `duration.${DurationUnit}`;
  values: { count: number };
} | null {
  const unit = durationUnit(code);
  return unit && { id: `duration.${unit}`, values: { count: duration } };
}
