import { expect, test } from 'vitest';
import { firstRevision, isUsedUp, revisionWithin } from './revisions.ts';

test('revisions counted in memory between two writes stay below the revision of the next write', () => {
  expect(revisionWithin(firstRevision, 0)).toBe(firstRevision);
  expect(revisionWithin(firstRevision, 7)).toBe(firstRevision + 7);
  expect(revisionWithin(firstRevision, 1_000_000)).toBeLessThan(2 * firstRevision);
  expect(isUsedUp(998)).toBe(false);
  expect(isUsedUp(999)).toBe(true);
});
