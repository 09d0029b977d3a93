import type { Page, Request } from '@playwright/test';
import AdmZip from 'adm-zip';
import sharp from 'sharp';
import { startByIntent } from './intent.ts';
import { photoFile, StudioPage } from './studio-page.ts';
import { expect, expectConsole, test } from './visitor.ts';
import { wordsOf } from './words.ts';

/* Tests that several records are selected, saved and deleted together (R44, R76). */

const words = wordsOf('en');

const worked = { timeout: 180_000 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Makes a result of each photo with the real engine, and opens the list of the results. */
async function makeResults(page: Page, names: readonly string[]): Promise<void> {
  const studio = new StudioPage(page);
  await studio.open();
  const files = names.map(async (name, at) => ({
    name,
    mimeType: 'image/png',
    buffer: await sharp(photoFile('coffee.png'))
      .resize(60 + at, 40)
      .png()
      .toBuffer(),
  }));
  await studio.studio
    .locator('input[type=file]')
    .first()
    .setInputFiles(await Promise.all(files));
  await studio.pick('upscale-2x-fast');
  await button(page, words('batch.start', { count: names.length })).click();
  const finished = words('batch.finished', { results: names.length, all: names.length });
  await expect(page.getByRole('heading', { name: finished })).toBeVisible(worked);
  await page.goto('/record');
  await startByIntent(page);
  await expect(page.getByRole('article')).toHaveCount(names.length);
}

const isStoredFile = (url: URL) => url.pathname.startsWith('/storage/');

const pickOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ hasText: name }).getByRole('checkbox');

test('two of three results are saved as one ZIP and deleted together (R44, R76)', async ({
  page,
}) => {
  await makeResults(page, ['a.png', 'b.png', 'c.png']);
  // the second click of a double click does not press the button that takes its place
  await button(page, words('records.select')).dblclick();
  await expect(button(page, words('records.selectAll'))).toBeVisible();
  await page.getByRole('article').filter({ hasText: 'a.png' }).click();
  await pickOf(page, 'c.png').focus();
  await page.keyboard.press('Space');
  const bar = page.locator('.selection-bar');
  await expect(bar.getByRole('status')).toHaveText(words('records.selected', { count: 2 }));

  // a download that fails says so
  const save = bar.getByRole('button', { name: words('records.save'), exact: true });
  expectConsole(page, /404/);
  await page.route(isStoredFile, (route) =>
    route.request().resourceType() === 'fetch' ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await save.click();
  await expect(page.locator('.toast[data-kind="error"]')).toBeVisible();
  await page.unroute(isStoredFile);

  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('photos.zip');
  const entries = new AdmZip(await download.path()).getEntries();
  expect(entries.map(({ entryName }) => entryName).sort()).toEqual(['a-2x.png', 'c-2x.png']);
  expect(entries.every((entry) => entry.getData().length > 0)).toBe(true);

  // Escape closes the question first, and then ends the selection
  const question = page.getByRole('dialog', {
    name: words('dialog.deleteRecords.title', { count: 2 }),
  });
  const remove = bar.getByRole('button', { name: words('records.remove') });
  await remove.click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(bar.getByRole('status')).toHaveText(words('records.selected', { count: 2 }));

  await remove.click();
  await question
    .getByRole('button', { name: words('dialog.deleteRecords.confirm', { count: 2 }) })
    .click();
  await expect(page.getByText(words('toast.recordsDeleted', { count: 2 }))).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(bar).toBeHidden();
  await page.reload();
  await startByIntent(page);
  await expect(page.getByRole('article')).toHaveText([/b\.png/]);
});

test('a download of several can be cancelled, and is started again (R44)', async ({ page }) => {
  await makeResults(page, ['a.png', 'b.png']);
  await button(page, words('records.select')).click();
  await button(page, words('records.selectAll')).click();
  const bar = page.locator('.selection-bar');
  const save = bar.getByRole('button', { name: words('records.save'), exact: true });
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  // no picture arrives, so that the download does not end
  const isTransfer = (request: Request) =>
    isStoredFile(new URL(request.url())) && request.resourceType() === 'fetch';
  await page.route(isStoredFile, (route) =>
    isTransfer(route.request()) ? undefined : route.continue(),
  );
  const asked = page.waitForEvent('request', isTransfer);
  await save.click();
  await asked;
  const aborted = page.waitForEvent('requestfailed', isTransfer);
  await bar.getByRole('button', { name: words('dialog.cancel') }).click();
  await aborted;
  await expect(save).toBeFocused();
  await expect(page.locator('.toast')).toBeHidden();
  await page.unroute(isStoredFile);

  await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(saved).toEqual(['photos.zip']);
  await expect(bar.getByRole('button', { name: words('dialog.cancel') })).toBeHidden();
});

test('a deletion of several goes on when the visitor leaves the page (R44, R76)', async ({
  page,
}) => {
  await makeResults(page, ['a.png', 'b.png', 'c.png']);
  await button(page, words('records.select')).click();
  await button(page, words('records.selectAll')).click();
  // holds the calls until the visitor has left the page
  const left = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.includes('/ai-function-record/'),
    async (route) => {
      if (route.request().method() === 'DELETE') await left.promise;
      await route.continue();
    },
  );
  await page
    .locator('.selection-bar')
    .getByRole('button', { name: words('records.remove') })
    .click();
  await button(page, words('dialog.deleteRecords.confirm', { count: 3 })).click();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(3);
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page.locator('.selection-bar')).toBeHidden();
  left.resolve();
  await expect(page.getByText(words('toast.recordsDeleted', { count: 3 }))).toBeVisible();
  await page.goto('/record');
  await startByIntent(page);
  await expect(page.getByText(words('records.empty.title'))).toBeVisible();
});

test('Escape and the X end the selection, and the focus stays on the card (R44)', async ({
  page,
}) => {
  await makeResults(page, ['a.png', 'b.png', 'c.png', 'd.png']);
  // the bar lies over the cards, and a double click on its X does not open the card below
  await page.setViewportSize({ width: 390, height: 600 });
  await button(page, words('records.select')).click();
  const bar = page.locator('.selection-bar');
  await bar.getByRole('button', { name: words('records.selectDone') }).dblclick();
  await expect(bar).toBeHidden();
  await button(page, words('records.select')).click();
  await pickOf(page, 'a.png').focus();
  await page.keyboard.press('Escape');
  await expect(page.locator('.selection-bar')).toBeHidden();
  const link = page.getByRole('article').filter({ hasText: 'a.png' }).getByRole('link');
  await expect(link).toBeFocused();
});
