/** 2 of unit 4 are two months (R48). */
export type Duration = { duration: number; durationUnit: number };

/** The codes of the units (R48). */
export const durationUnits = { hour: 1, day: 2, week: 3, month: 4, year: 5 } as const;

export type DurationUnit = keyof typeof durationUnits;

/** Null if no unit has this code. */
export const durationUnit = (code: number): DurationUnit | null =>
  (Object.keys(durationUnits) as DurationUnit[]).find((unit) => durationUnits[unit] === code) ??
  null;

/**
 * Message and value of a duration: 1 is the unit alone, more is the number and the unit (R48). Null for an
 * unknown unit.
 */
export function durationMessage({ duration, durationUnit: code }: Duration): {
  id: `duration.${DurationUnit}`;
  values: { count: number };
} | null {
  const unit = durationUnit(code);
  return unit && { id: `duration.${unit}`, values: { count: duration } };
}
