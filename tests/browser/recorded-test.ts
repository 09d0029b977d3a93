import { basename } from 'node:path';
import { test as base } from '@playwright/test';
import { keepTaken } from '../../tools/coverage/measurement.ts';
import { isLookedAt } from './paths/pace.ts';
import { recordTransitions, takenIn } from './paths/recorder.ts';

/** Whatever a test does with its pages, what their charts take is measured and kept. */
export const test = base.extend({
  context: async ({ context }, use, { testId, titlePath }) => {
    await recordTransitions(context);
    await use(context);
    // not `file`: walks are written down in one place for many files
    const [file = ''] = titlePath;
    if (!isLookedAt) keepTaken(testId, basename(file), takenIn(context));
  },
});
