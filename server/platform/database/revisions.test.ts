import { expect, test } from 'vitest';
import { firstRevision, revisionAt, revisionWithin } from './revisions.ts';

test('revisions of changes that are not written stay below the revision of the next write', () => {
  expect(revisionWithin(firstRevision, 0)).toBe(firstRevision);
  expect(revisionWithin(firstRevision, 7)).toBe(firstRevision + 7);
  expect(revisionWithin(firstRevision, 1_000_000)).toBeLessThan(2 * firstRevision);
});

test('a task that moves forward in the queue has a later revision at each of the first 900 positions', () => {
  for (let position = 1; position < 900; position += 1) {
    const next = revisionAt(firstRevision, position + 1);
    expect(revisionAt(firstRevision, position)).toBe(next + 1);
  }
  expect(revisionAt(firstRevision, 1)).toBeLessThan(2 * firstRevision);
});

test('further positions share a revision with the positions near them', () => {
  const at = (position: number) => revisionAt(firstRevision, position) - firstRevision;
  expect([900, 901, 1000, 1001, 10_800, 10_801, 1_000_000].map(at)).toEqual([
    100, 99, 99, 98, 1, 0, 0,
  ]);
});
