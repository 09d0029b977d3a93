import { basename } from 'node:path';
import { test as base } from '@playwright/test';
import { keepTaken } from '../paths/measurement.ts';
import { isLookedAt } from './paths/pace.ts';
import { recordTransitions, takenIn } from './paths/recorder.ts';

/** Whatever a test does with its pages, what their charts take is measured and kept. */
export const test = base.extend({
  context: async ({ context }, use, { testId, file }) => {
    await recordTransitions(context);
    await use(context);
    if (!isLookedAt) keepTaken(testId, basename(file), takenIn(context));
  },
});
