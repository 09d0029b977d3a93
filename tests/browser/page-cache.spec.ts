import type { CDPSession, Page } from '@playwright/test';
import { runningAttribute } from '../../machines/model/running-page.ts';
import { startByIntent } from './intent.ts';
import { expect, test } from './visitor.ts';

/*
 * Tests that the browser can show a page as it was left when the visitor comes back. The test
 * browser never restores a page, and reports its own reasons for every page. A page that prevents
 * it adds its own reasons.
 */

type NotUsed = { notRestoredExplanations: { reason: string }[] };

/** Leaves the page, comes back, and returns why the browser has loaded the page again. */
async function reasonsToReload(page: Page, tap: CDPSession): Promise<string[]> {
  await tap.send('Page.enable');
  const reported = new Promise<NotUsed>((resolve) => {
    tap.once('Page.backForwardCacheNotUsed', resolve);
  });
  await page.goto('/robots.txt');
  await page.goBack();
  return (await reported).notRestoredExplanations.map(({ reason }) => reason);
}

/** Requests that had not ended when the page was left. This depends on the moment. */
const unfinished = /^OutstandingNetworkRequest/;

test('nothing in a page keeps the browser from showing it as it was left', async ({
  page,
  context,
}) => {
  const tap = await context.newCDPSession(page);
  await page.goto('/sitemap.xml');
  const ofBrowser = await reasonsToReload(page, tap);
  for (const path of ['/', '/pricing', '/record']) {
    await page.goto(path);
    await startByIntent(page);
    await expect(page.locator(`:root[${runningAttribute}]`)).toBeAttached();
    const reasons = await reasonsToReload(page, tap);
    const own = reasons.filter((one) => !ofBrowser.includes(one) && !unfinished.test(one));
    expect([path, own]).toEqual([path, []]);
  }
  // the browser does report reasons of the page
  await page.route('**/v1/never', () => {});
  await page.goto('/terms');
  await page.evaluate(() => {
    void fetch('/v1/never').catch(() => {});
  });
  expect(await reasonsToReload(page, tap)).toContain('OutstandingNetworkRequestFetch');
});
