import { expect, it } from 'vitest';
import { addDurations } from './calendar.ts';

const after = (from: string, unit: number, times: number, duration = 1) =>
  addDurations(new Date(from), { duration, durationUnit: unit }, times).toISOString();

it.each([
  ['31 January into February', '2026-01-31T10:00:00.000Z', 4, 1, '2026-02-28T10:00:00.000Z'],
  ['and back to the 31st in March', '2026-01-31T10:00:00.000Z', 4, 2, '2026-03-31T10:00:00.000Z'],
  ['into April with its 30 days', '2026-01-31T10:00:00.000Z', 4, 3, '2026-04-30T10:00:00.000Z'],
  ['31 January into a leap February', '2028-01-31T10:00:00.000Z', 4, 1, '2028-02-29T10:00:00.000Z'],
  ['a leap day a year later', '2028-02-29T23:59:59.999Z', 5, 1, '2029-02-28T23:59:59.999Z'],
  ['a leap day four years later', '2028-02-29T00:00:00.000Z', 5, 4, '2032-02-29T00:00:00.000Z'],
  ['December into January', '2026-12-31T00:00:00.000Z', 4, 1, '2027-01-31T00:00:00.000Z'],
  ['two weeks', '2026-03-20T12:00:00.000Z', 3, 2, '2026-04-03T12:00:00.000Z'],
  ['a day', '2026-03-29T00:30:00.000Z', 2, 1, '2026-03-30T00:30:00.000Z'],
  ['an hour', '2026-03-29T00:30:00.000Z', 1, 1, '2026-03-29T01:30:00.000Z'],
])('counts %s', (_what, from, unit, times, to) => {
  expect(after(from, unit, times)).toBe(to);
});

it('counts twelve months as a year', () => {
  expect(after('2027-08-31T08:00:00.000Z', 4, 1, 12)).toBe('2028-08-31T08:00:00.000Z');
});
