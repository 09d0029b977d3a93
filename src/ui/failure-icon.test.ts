import { expect, it } from 'vitest';
import { failureIcon } from './failure-icon.ts';

it.each([
  ['offline', 'offline'],
  ['refused', 'warning'],
  ['server', 'warning'],
  ['timeout', 'warning'],
  ['unexpected', 'warning'],
])('shows a failure for the reason %s with the icon %s', (reason, icon) => {
  expect(failureIcon({ reason })).toBe(icon);
});

it('shows a warning when no failure is known', () => {
  expect(failureIcon(null)).toBe('warning');
});
