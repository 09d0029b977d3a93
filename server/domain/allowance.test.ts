import { expect, test } from 'vitest';
import { dayOf } from './allowance.ts';

test('a day is named by its date in UTC', () => {
  expect(dayOf(new Date('2026-11-20T23:59:59.999Z'))).toBe('2026-11-20');
  expect(dayOf(new Date('2026-11-21T00:00:00.000+01:00'))).toBe('2026-11-20');
});
