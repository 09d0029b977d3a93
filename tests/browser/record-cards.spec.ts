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
