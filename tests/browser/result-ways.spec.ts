import { stat } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { photosOn } from './stored-photos.ts';
import { photoFile, StudioPage } from './studio-page.ts';
import { expect, test } from './visitor.ts';

/* Tests how a visitor saves, shares and copies a result, and continues with it. */

const smallCat = async () => ({
  name: 'cat.png',
  mimeType: 'image/png',
  buffer: await sharp(photoFile('chelsea.png'))
    .extract({ left: 130, top: 60, width: 240, height: 160 })
    .png()
    .toBuffer(),
});

const openResult = async (page: Page): Promise<StudioPage> => {
  const studio = new StudioPage(page);
  await studio.open();
  await studio.choose(await smallCat());
  await studio.pick('upscale-2x-fast');
  await studio.start();
  await studio.untilResult();
  return studio;
};

const saved = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const path = await download.path();
  const { data, info } = await sharp(path)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { format } = await sharp(path).metadata();
  const { size } = await stat(path);
  return { data, info, format, size, name: download.suggestedFilename() };
};

/** Returns the mean difference of two pictures of the same size, in levels of 255. */
const difference = (one: Buffer, other: Buffer): number => {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return sum / one.length;
};

test('a result can be dragged out of the browser as a file with its name (R87)', async ({
  page,
}) => {
  await openResult(page);
  const dragged = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        addEventListener('dragstart', ({ dataTransfer }) =>
          resolve(dataTransfer?.getData('DownloadURL') ?? ''),
        );
      }),
  );
  await page.locator('.result-drag img').hover();
  await page.mouse.down();
  await page.mouse.move(300, 300, { steps: 5 });
  const [mime, name, ...url] = (await dragged).split(':');
  await page.mouse.up();
  expect([mime, name]).toEqual(['image/png', 'cat-2x.png']);
  const answer = await page.request.get(url.join(':'));
  const { width, height, format } = await sharp(await answer.body()).metadata();
  expect([width, height, format]).toEqual([480, 320, 'png']);
});

test('a result is saved as a JPEG that is made on the device, after its size is shown (R87)', async ({
  page,
}) => {
  const { words } = await openResult(page);
  const delivered = await saved(page, () =>
    page.getByRole('link', { name: words('result.download') }).click(),
  );
  expect([delivered.name, delivered.format]).toEqual(['cat-2x.png', 'png']);

  const menu = page.getByRole('button', { name: words('result.formats.label') });
  await menu.focus();
  await menu.press('Enter');
  const panel = page.getByRole('group', { name: words('result.formats.label') });
  // the photo was a PNG, so PNG is preselected
  await expect(panel.getByRole('radio', { checked: true })).toHaveAccessibleName(
    words('result.formats.delivered'),
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(panel.getByRole('radio', { name: 'JPEG' })).toBeChecked();
  const save = panel.getByRole('button', { name: words('result.save', { format: 'JPEG' }) });
  await expect(save).not.toHaveAttribute('aria-disabled', 'true');
  const usual = await panel.getByRole('status').textContent();

  const jpeg = await saved(page, () => save.press('Enter'));
  expect([jpeg.name, jpeg.format]).toEqual(['cat-2x.jpg', 'jpeg']);
  expect([jpeg.info.width, jpeg.info.height]).toEqual([480, 320]);
  expect(difference(jpeg.data, delivered.data)).toBeLessThan(4);
  expect(difference(jpeg.data, delivered.data)).toBeGreaterThan(0);
  expect(jpeg.size).toBeLessThan(delivered.size);

  // a lower quality makes another, smaller file
  await menu.click();
  await panel.getByRole('slider', { name: words('result.quality') }).press('Home');
  await expect(save).not.toHaveAttribute('aria-disabled', 'true');
  await expect(panel.getByRole('status')).not.toHaveText(usual ?? '');
  const small = await saved(page, () => save.click());
  expect(small.size).toBeLessThan(jpeg.size / 2);
  expect([small.info.width, small.info.height]).toEqual([480, 320]);
});

test('a result is saved below a number of kilobytes, in the best quality for it (R87)', async ({
  page,
}) => {
  const { words } = await openResult(page);
  await page.getByRole('button', { name: words('result.formats.label') }).click();
  const panel = page.getByRole('group', { name: words('result.formats.label') });
  const save = (format: string) =>
    panel.getByRole('button', { name: words('result.save', { format }) });
  await panel.getByText('WebP').click();
  await panel.getByText(words('file.limit.own')).click();
  const limit = panel.getByRole('textbox', { name: words('file.limit.kilobytes') });
  await limit.fill('2');
  await expect(
    panel.getByText(words('file.limit.range', { least: 10, most: 20_000 })),
  ).toBeVisible();
  await limit.fill('12');
  await expect(save('WebP')).not.toHaveAttribute('aria-disabled', 'true');
  const webp = await saved(page, () => save('WebP').click());
  expect([webp.name, webp.format]).toEqual(['cat-2x.webp', 'webp']);
  expect([webp.info.width, webp.info.height]).toEqual([480, 320]);
  expect(webp.size).toBeLessThanOrEqual(12_000);
  expect(webp.size).toBeGreaterThan(10_000);
});

test('a result is the photo of a second run, under its name, and undo leads back to it (R86)', async ({
  page,
}) => {
  const studio = await openResult(page);
  const { words } = studio;
  const first = page.url();
  await page.getByRole('button', { name: words('result.continue') }).click();
  await expect(studio.studio).toHaveAttribute('data-state', /chosen/);
  await expect(studio.studio.getByText('cat-2x.png').first()).toBeVisible();

  await page.goBack();
  await page.waitForURL(first);
  await expect(page.getByRole('heading', { name: words('result.title') })).toBeVisible();
  await page.goForward();

  // the device stores the photo, so that a reload loses nothing
  await expect.poll(() => photosOn(page)).toHaveLength(1);
  await page.reload();
  await expect(studio.studio).toHaveAttribute('data-state', /chosen/);
  await studio.pick('upscale-2x-fast');
  await studio.start();
  await studio.untilResult();
  expect(page.url()).not.toBe(first);
  const twice = await saved(page, () =>
    page.getByRole('link', { name: words('result.download') }).click(),
  );
  expect([twice.name, twice.info.width, twice.info.height]).toEqual(['cat-4x.png', 960, 640]);

  // the second result links to the first, and the first has no such link
  const undo = page.locator('.result-before').getByRole('link');
  await undo.click();
  await page.waitForURL(first);
  await expect(page.getByText('cat-2x.png').or(page.getByText('480 × 320')).first()).toBeVisible();
  await expect(undo).toHaveCount(0);
});

test('another function gets the original of a result, or a result from the list (R86)', async ({
  page,
}) => {
  const studio = await openResult(page);
  const { words } = studio;
  await page.getByRole('button', { name: words('result.withOriginal') }).click();
  await expect(studio.studio).toHaveAttribute('data-state', /chosen/);
  await expect(studio.studio.getByText('cat.png').first()).toBeVisible();

  await page
    .getByRole('link', { name: words('nav.records') })
    .first()
    .click();
  await page
    .getByRole('button', { name: words('records.continueWith', { name: 'cat-2x.png' }) })
    .click();
  await expect(studio.studio.getByText('cat-2x.png').first()).toBeVisible();
  const note = words('drop.replaced', { name: 'cat-2x.png' });
  await expect(studio.studio.getByText(note)).toBeVisible();
});
