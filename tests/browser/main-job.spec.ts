import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { photoFile, StudioPage } from './studio-page.ts';
import { tabTo } from './tab-to.ts';
import { expect, test } from './visitor.ts';
import type { Language } from './words.ts';

/* A longer time limit, for a busy machine. */
const slowly = { timeout: 60_000 };

const screens = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
};

/**
 * Returns a photo that is large enough for its task to run beyond a reload, and small enough for
 * the task to end soon.
 */
const smallCat = async () => ({
  name: 'cat.png',
  mimeType: 'image/png',
  buffer: await sharp(photoFile('chelsea.png'))
    .extract({ left: 130, top: 60, width: 240, height: 160 })
    .png()
    .toBuffer(),
});

for (const locale of ['en', 'ja'] as const satisfies readonly Language[]) {
  for (const [screen, viewport] of Object.entries(screens)) {
    /* One journey uses all animations and a larger photo. The other journeys are shorter. */
    const isFull = locale === 'en' && screen === 'phone';
    const [width, height] = isFull ? [600, 400] : [240, 160];
    test.describe(`${locale}, ${screen}`, () => {
      const reducedMotion = isFull ? 'no-preference' : 'reduce';
      test.use({ viewport, locale, contextOptions: { reducedMotion } });

      const tag = isFull ? [] : deepTag;
      test('a photo becomes a better one, is kept and is found again after a reload (R10, R16, R42, R44, R78)', {
        tag,
      }, async ({ page }) => {
        const studio = new StudioPage(page, locale);
        const { words } = studio;
        await studio.open();
        await expect(page.locator('html')).toHaveAttribute('lang', locale);

        await studio.choose(isFull ? 'coffee.png' : await smallCat());
        await studio.pick('upscale-2x-fast');
        const before = `${width} × ${height}`;
        const sizes = words('studio.sizeChange', { before, after: `${2 * width} × ${2 * height}` });
        await expect(studio.studio.getByText(sizes)).toBeAttached();
        await expect(
          studio.studio
            .getByRole('definition')
            .filter({ hasText: words('price.credits', { count: 1 }) }),
        ).toBeVisible();

        await studio.start();
        // a small photo may be done before a busy machine shows its progress
        if (isFull) {
          await expect(
            studio.overlay().getByRole('progressbar', { name: words('overlay.progress') }),
          ).toBeVisible();
        }
        await studio.untilResult();

        const divider = page.getByRole('slider', { name: words('compare.divider') });
        const split = Number(await divider.getAttribute('aria-valuenow'));
        await divider.focus();
        await divider.press('ArrowLeft');
        await expect
          .poll(async () => Number(await divider.getAttribute('aria-valuenow')))
          .toBeLessThan(split);

        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: words('result.download') }).click(),
        ]);
        const saved = await sharp(await download.path()).metadata();
        expect([saved.format, saved.width, saved.height]).toEqual(['png', 2 * width, 2 * height]);

        const resultUrl = page.url();
        await page
          .getByRole('link', { name: words('nav.records') })
          .first()
          .click();
        await page.waitForURL(`**${studio.prefix}/record`);
        await page.reload();
        await page.getByRole('article').getByRole('link').first().click();
        await page.waitForURL(resultUrl);
        await expect(page.getByRole('heading', { name: words('result.title') })).toBeVisible();
      });
    });
  }
}

test('a photo is chosen, started and downloaded without a pointer (R10, R16, R46)', {
  tag: deepTag,
}, async ({ page }) => {
  const studio = new StudioPage(page);
  const { words } = studio;
  await page.goto('/');
  const files = page.waitForEvent('filechooser');
  await tabTo(page, studio.studio.locator('input[type=file]').first());
  await page.keyboard.press('Enter');
  await (await files).setFiles(await smallCat());
  await expect(studio.startButton()).toBeEnabled();
  await tabTo(page, studio.studio.locator('input[name="function"]:checked'));
  await page.keyboard.press('ArrowDown');
  await expect(studio.studio.locator('input[value=enhance]')).toBeChecked();
  await expect(studio.startButton()).toBeEnabled();
  await tabTo(page, studio.startButton());
  await page.keyboard.press('Enter');
  await studio.untilResult();
  await tabTo(page, page.getByRole('link', { name: words('result.download') }));
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const saved = await sharp(await (await download).path()).metadata();
  expect([saved.format, saved.width, saved.height]).toEqual(['png', 240, 160]);
});

test('a reload in the middle finds the task again and ends with the result (R71)', {
  tag: deepTag,
}, async ({ page }) => {
  const studio = new StudioPage(page);
  await studio.open();
  await studio.choose(await smallCat());
  await studio.pick('upscale-2x-fine');
  await studio.start();
  await studio.untilRunning();

  await page.reload();
  await expect(studio.studio).toHaveAttribute('data-state', 'working', slowly);
  await studio.studio.getByRole('button', { name: studio.words('card.show') }).click();
  await expect(studio.overlay()).toBeVisible();
  await studio.untilResult();
});

test('the task continues when the overlay is closed, and is seen in a second tab (R71, R72)', {
  tag: deepTag,
}, async ({ page, context }) => {
  const studio = new StudioPage(page);
  await studio.open();
  await studio.choose(await smallCat());
  await studio.pick('upscale-2x-fine');
  await studio.start();
  await studio.untilRunning();
  await page.keyboard.press('Escape');
  await expect(studio.overlay()).toBeHidden();

  const tab = new StudioPage(await context.newPage());
  await tab.open();
  await expect(tab.studio).toHaveAttribute('data-state', 'working', slowly);

  await expect(page.locator('[data-actor="toast"]')).toContainText(
    studio.words('toast.task.succeeded'),
    { timeout: 180_000 },
  );
  await studio.studio.getByRole('link', { name: studio.words('card.succeeded.open') }).click();
  await studio.untilResult();
});

test('cancelling a running task costs nothing and keeps the photo', async ({ page }) => {
  const studio = new StudioPage(page);
  await studio.open();
  await studio.choose('chelsea.png');
  await studio.pick('upscale-2x-fine');
  await studio.start();
  await studio.untilRunning();
  await studio
    .overlay()
    .getByRole('button', { name: studio.words('overlay.cancel') })
    .click();
  await expect(studio.overlay()).toBeHidden();
  await expect(studio.studio.getByText(studio.words('card.cancelled.text'))).toBeVisible();
  await studio.studio.getByRole('button', { name: studio.words('card.again') }).click();
  await expect(studio.startButton()).toBeEnabled();
});

const downloadedPixels = async (page: Page, studio: StudioPage) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: studio.words('result.download') }).click(),
  ]);
  return sharp(await download.path())
    .raw()
    .toBuffer();
};

test('an option changed by keyboard is in the record and changes the picture', {
  tag: deepTag,
}, async ({ page }) => {
  const studio = new StudioPage(page);
  const { words } = studio;
  const strength = studio.studio.getByRole('slider', {
    name: words('option.enhance.strength.label'),
  });
  const enhanced = async (set: () => Promise<void>, value: string) => {
    await studio.open();
    await studio.choose('coffee.png');
    await studio.pick('enhance');
    await set();
    await expect(strength).toHaveAttribute('aria-valuetext', value);
    await studio.start();
    await studio.untilResult();
    await studio.openDetails();
    const fact = page.getByRole('definition').filter({ hasText: value });
    await expect(fact).toBeVisible();
    return downloadedPixels(page, studio);
  };
  const usual = await enhanced(async () => {}, '50%');
  const strong = await enhanced(() => strength.press('End'), '100%');
  expect(strong).toHaveLength(usual.length);
  expect(strong.equals(usual)).toBe(false);
});
