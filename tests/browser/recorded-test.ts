import { basename } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { keepTaken } from '../../workshop/paths/coverage/measurement.ts';
import { isLookedAt } from './paths/pace.ts';
import { recordTransitions, takenIn } from './paths/recorder.ts';

/**
 * Sets the preference for reduced transparency, for which Playwright has no option. Without a
 * graphics card, blurred layers take a quarter of the browser's work.
 */
async function refuseTransparency(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const features = [{ name: 'prefers-reduced-transparency', value: 'reduce' }];
  await cdp.send('Emulation.setEmulatedMedia', { features });
}

/** A test that records the transitions of its pages. */
export const test = base.extend({
  context: async ({ context }, use, { testId, titlePath }) => {
    await recordTransitions(context);
    await use(context);
    // Playwright's `file` is not used, because one file registers many walks
    const [file = ''] = titlePath;
    if (!isLookedAt) keepTaken(testId, basename(file), takenIn(context));
  },
  page: async ({ page }, use) => {
    await refuseTransparency(page);
    await use(page);
  },
});
