import type { Page } from '@playwright/test';
import { locales } from '../../machines/model/locale.ts';
import { recordOf } from '../../machines/testing/samples.ts';
import { wholeTag } from '../../tools/testing/whole-tag.ts';
import { scripted, wireOf } from './paths/scripted-answer.ts';
import { expect, test } from './visitor.ts';

const widths = [320, 360, 390, 430];

const records = ([2, 4, 5, 2] as const).map((status, index) =>
  recordOf(`r${index}`, status, {
    code: 'upscale-2x-fine',
    expiresAt: '2026-12-28T10:00:00.000Z',
    credits: { unit: 1, charged: 0 },
  }),
);

/** Words of cards that lie under a button, or stick out of their card. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = document.querySelectorAll('.record-card :is(.record-until, .record-note, .chip)');
    return [...words].flatMap((element) => {
      const card = element.closest('.record-card')?.getBoundingClientRect();
      const button = element.closest('.record-text')?.querySelector('button');
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      // what is seen of it: a finger has more room
      const own = button?.querySelector('svg')?.getBoundingClientRect();
      const isUnder =
        own && left < own.right && right > own.left && top < own.bottom && bottom > own.top;
      const isOut = !card || left < card.left || right > card.right || bottom > card.bottom;
      return isUnder || isOut ? [`${innerWidth}: ${element.textContent}`] : [];
    });
  });

for (const locale of locales) {
  test(`in ${locale} no words of a record run under its button on a phone`, {
    tag: locale === 'de' ? [] : wholeTag,
  }, async ({ page }) => {
    const answer = wireOf(
      'listRecords',
      scripted('listRecords', { obj: { records, nextCursor: null } }),
    );
    await page.route('**/v1/ai-function-record?*', (route, request) =>
      request.url().includes('running=') ? route.continue() : route.fulfill(answer),
    );
    await page.goto(locale === 'en' ? '/record' : `/${locale}/record`);
    await expect(page.getByRole('article')).toHaveCount(records.length);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      expect(await covered(page)).toEqual([]);
    }
  });
}
