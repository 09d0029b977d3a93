/** Example: 2 of unit 4 are two months (R48). */
export type Duration = { duration: number; durationUnit: number };

export const durationUnits = { hour: 1, day: 2, week: 3, month: 4, year: 5 } as const;

export type DurationUnit = keyof typeof durationUnits;

/** Returns the unit with this code, or null if the code is unknown. */
export const durationUnit = (code: number): DurationUnit | null =>
  (Object.keys(durationUnits) as DurationUnit[]).find((unit) => durationUnits[unit] === code) ??
  null;

/**
 * Returns the message id and the value for a duration (R48), or null for an unknown unit. The text
 * for a duration of 1 shows only the unit. Other texts also show the number.
 */
export function durationMessage({ duration, durationUnit: code }: Duration): {
  id: `duration.${DurationUnit}`;
  values: { count: number };
} | null {
  const unit = durationUnit(code);
  return unit && { id: `duration.${unit}`, values: { count: duration } };
}
