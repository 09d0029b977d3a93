import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { photoFile, StudioPage } from './studio-page.ts';
import { expect, test } from './visitor.ts';

/* Tests the sizes that an enlargement can have, from the choice to the downloaded file. */

const pixelsOf = (picture: ReturnType<typeof sharp>) => picture.removeAlpha().raw().toBuffer();

async function download(page: Page, words: StudioPage['words']) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: words('result.download') }).click(),
  ]);
  const path = await file.path();
  const { width, height } = await sharp(path).metadata();
  return { name: file.suggestedFilename(), path, width, height };
}

/** Chooses a piece of a photo, and selects an enlargement. */
async function choosePart(
  page: Page,
  { width, height }: { width: number; height: number },
  code = 'upscale-4x-fast',
) {
  const studio = new StudioPage(page);
  await studio.open();
  const photo = await sharp(photoFile('coffee.png'))
    .extract({ left: 60, top: 50, width, height })
    .png()
    .toBuffer();
  await studio.choose({ name: 'IMG_2041.png', mimeType: 'image/png', buffer: photo });
  await studio.pick(code);
  return { studio, photo };
}

test('an enlargement in Full HD has its pixels, and shows the photo (R42, R45)', async ({
  page,
}) => {
  const { studio, photo } = await choosePart(page, { width: 500, height: 200 });
  const { words } = studio;
  await studio.studio.getByRole('radio', { name: words('variant.size.fullHd') }).press(' ');
  await expect(studio.studio.getByText('1920 × 768').first()).toBeVisible();
  await studio.start();
  await studio.untilResult();
  const large = await download(page, words);
  expect([large.name, large.width, large.height]).toEqual(['IMG_2041-fullhd.png', 1920, 768]);

  // scaled back to its original size, the result is nearly the photo
  const back = await pixelsOf(sharp(large.path).resize(500, 200));
  const before = await pixelsOf(sharp(photo));
  const levels = before.map((value, at) => Math.abs(value - (back[at] ?? 0)));
  expect(levels.reduce((sum, one) => sum + one, 0) / levels.length).toBeLessThan(4);
});

test('an enlargement has the longest side that the slider shows (R42, R45)', async ({ page }) => {
  const { studio } = await choosePart(page, { width: 200, height: 120 });
  const { words } = studio;
  await studio.studio.getByRole('radio', { name: words('variant.size.own') }).press(' ');
  const side = studio.studio.getByRole('slider', { name: words('option.side.label') });
  await side.press('Home');
  for (let step = 0; step < 5; step += 1) await side.press('ArrowRight');
  await expect(side).toHaveValue('205');
  await expect(studio.studio.getByText('205 × 123').first()).toBeVisible();
  await studio.start();
  await studio.untilResult();
  await studio.openDetails();
  await expect(
    page.getByText(words('variant.pixels', { side: '205' }), { exact: true }),
  ).toBeVisible();
  const small = await download(page, words);
  expect([small.name, small.width, small.height]).toEqual(['IMG_2041-205px.png', 205, 123]);
});

test('a sharper result opens with one of its pixels per pixel of the page (R45)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { studio } = await choosePart(page, { width: 300, height: 180 }, 'upscale-2x-fine');
  await studio.start();
  await studio.untilResult();
  const result = page.locator('.compare-stage img').first();
  const shownWidth = () => result.evaluate((shown) => shown.getBoundingClientRect().width);
  await expect.poll(shownWidth).toBeCloseTo(600, 0);
  await page.getByRole('button', { name: studio.words('compare.zoomReset') }).click();
  await expect.poll(shownWidth).toBeLessThan(390);
});
