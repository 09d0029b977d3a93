import { expect, it } from 'vitest';
import { better } from './functions/better/manifest.ts';
import { denoise } from './functions/denoise/manifest.ts';
import { largestWorkload, timingKey, timingKeys } from './timing-keys.ts';

it.each([
  [[], 'better none'],
  [['light', 'contrast', 'sharpness'], 'better none'],
  [['blocks', 'light'], 'better noise blocks'],
  [['size'], 'better size'],
  [['noise', 'light', 'size'], 'better noise blocks size'],
])('a run that does %j is measured as %s', (done, key) => {
  expect(timingKey(better, done)).toBe(key);
  expect(timingKeys(better)).toContain(key);
});

it('a function without workloads has one key', () => {
  expect(timingKey(denoise, ['noise'])).toBe('denoise');
  expect(timingKeys(denoise)).toEqual(['denoise']);
});

it('durations that were stored before a function had workloads are not those of a workload', () => {
  expect(timingKeys(better)).not.toContain('better');
});

it('only a small photo can need the enlargement', () => {
  expect(timingKey(better, largestWorkload(better, { width: 1000, height: 1000 }))).toBe(
    'better noise blocks size',
  );
  expect(timingKey(better, largestWorkload(better, { width: 4000, height: 3000 }))).toBe(
    'better noise blocks',
  );
});

it('a part that is switched off is not expected', () => {
  const small = { width: 1000, height: 1000 };
  expect(timingKey(better, largestWorkload(better, small, { size: false }))).toBe(
    'better noise blocks',
  );
  expect(
    timingKey(better, largestWorkload(better, small, { noise: false, blocks: false, size: false })),
  ).toBe('better none');
});
