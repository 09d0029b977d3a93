import type { BrowserContext, Page } from '@playwright/test';
import { locales } from '../../machines/model/locale.ts';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import {
  cancelRealTask,
  endOfRealTask,
  makeRealRecords,
  startRealTask,
} from './paths/real-tasks.ts';
import { expect, test } from './visitor.ts';

const widths = [320, 360, 390, 430];

/**
 * Makes records with different outcomes: done, rejected because the photo has no face, and
 * cancelled.
 */
const makeRecords = async (context: BrowserContext): Promise<number> => {
  const visitor = { context, layer: { product: new URL(process.env.LIGHTWELL_URL ?? '') } };
  await makeRealRecords(visitor, 1);
  await endOfRealTask(visitor, await startRealTask(visitor, 'face-blur', 'small'));
  const { id } = await startRealTask(visitor, 'upscale-4x-fine');
  await cancelRealTask(visitor, id);
  return 3;
};

/** Returns the texts that lie under a button or extend beyond their card. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = document.querySelectorAll('.record-card :is(.record-until, .record-note, .chip)');
    return [...words].flatMap((element) => {
      const card = element.closest('.record-card')?.getBoundingClientRect();
      const button = element.closest('.record-text')?.querySelector('button');
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      // measures the visible icon of the button, because its touch area is larger
      const own = button?.querySelector('svg')?.getBoundingClientRect();
      const isUnder =
        own && left < own.right && right > own.left && top < own.bottom && bottom > own.top;
      const isOut = !card || left < card.left || right > card.right || bottom > card.bottom;
      return isUnder || isOut ? [`${innerWidth}: ${element.textContent}`] : [];
    });
  });

for (const locale of locales) {
  test(`in ${locale} no text of a record is covered by its button on a phone`, {
    tag: deepTag,
  }, async ({ page }) => {
    const count = await makeRecords(page.context());
    await page.goto(locale === 'en' ? '/record' : `/${locale}/record`);
    await expect(page.getByRole('article')).toHaveCount(count);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      expect(await covered(page)).toEqual([]);
    }
  });
}

/** Makes a record with a result, and opens the list. Returns the picture of its original. */
async function openResult(page: Page) {
  const visitor = {
    context: page.context(),
    layer: { product: new URL(process.env.LIGHTWELL_URL ?? '') },
  };
  await makeRealRecords(visitor, 1);
  await page.goto('/record');
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  return { card, before: card.locator('.record-before img') };
}

test('the original is shown under the mouse (R44)', async ({ page }) => {
  const { card, before } = await openResult(page);
  await page.mouse.move(0, 0);
  await expect(before).toBeHidden();
  await card.hover();
  await expect(before).toBeVisible();
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('the original is shown under a finger that is held, and only a tap opens the result (R44)', async ({
    page,
  }) => {
    const { card, before } = await openResult(page);
    const box = await card.locator('.record-picture').boundingBox();
    if (!box) throw new Error('The card has no picture.');
    const spot = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.touchscreen.tap(spot.x, spot.y);
    await expect(page).toHaveURL(/\/result\//);
    await page.goBack();
    await expect(card).toHaveCount(1);
    const devices = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: (typeof spot)[]) =>
      devices.send('Input.dispatchTouchEvent', { type, touchPoints });
    // a finger that touches the card before its code has loaded opens the result, and has to come again
    await expect(async () => {
      if (page.url().includes('/result/')) await page.goBack();
      await touch('touchStart', [spot]);
      await expect(before)
        .toBeVisible({ timeout: 2000 })
        .finally(() => touch('touchEnd', []));
    }).toPass();
    await expect(before).toBeHidden();
    await expect(page).toHaveURL(/\/record$/);
  });
});
