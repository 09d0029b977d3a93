import { basename } from 'node:path';
import { test as base } from '@playwright/test';
import { keepTaken } from '../../tools/coverage/measurement.ts';
import { isLookedAt } from './paths/pace.ts';
import { recordTransitions, takenIn } from './paths/recorder.ts';

/** A test whose pages' transitions are recorded. */
export const test = base.extend({
  context: async ({ context }, use, { testId, titlePath }) => {
    await recordTransitions(context);
    await use(context);
    // not `file`: many walks are registered from one file
    const [file = ''] = titlePath;
    if (!isLookedAt) keepTaken(testId, basename(file), takenIn(context));
  },
});
