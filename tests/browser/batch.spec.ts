import type { Page } from '@playwright/test';
import AdmZip from 'adm-zip';
import sharp from 'sharp';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { photoFile, StudioPage } from './studio-page.ts';
import { expect, test } from './visitor.ts';

/* Tests several photos that are processed with one function and the same options (R85). */

const worked = { timeout: 180_000 };

const pictureOf = async (sample: string, width: number, height: number, format: 'png' | 'jpeg') =>
  sharp(photoFile(sample)).resize(width, height).toFormat(format).toBuffer();

const chooseFiles = (studio: StudioPage, files: Record<string, Buffer>) =>
  studio.studio
    .locator('input[type=file]')
    .first()
    .setInputFiles(
      Object.entries(files).map(([name, buffer]) => ({
        name,
        mimeType: name.endsWith('.jpg') ? 'image/jpeg' : 'image/png',
        buffer,
      })),
    );

const listed = (page: Page) => page.locator('.batch-row');

/**
 * Returns the names and sizes of the pictures in the ZIP file that is saved when `press` is called.
 */
const savedArchive = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const entries = new AdmZip(await download.path()).getEntries();
  const sizes = entries.map(async (entry) => {
    const { width, height, format } = await sharp(entry.getData()).metadata();
    return [entry.entryName, `${width}x${height}`, format];
  });
  return { name: download.suggestedFilename(), files: await Promise.all(sizes) };
};

test('five files, one broken and one chosen twice, become three results in one ZIP (R85)', async ({
  page,
}) => {
  const studio = new StudioPage(page);
  const { words } = studio;
  const cat = await pictureOf('chelsea.png', 90, 60, 'png');
  await studio.open();
  await chooseFiles(studio, {
    'cat.png': cat,
    'broken.png': cat.subarray(0, cat.length / 2),
    'coffee.png': await pictureOf('coffee.png', 60, 40, 'png'),
    'cat again.png': cat,
    'coffee.jpg': await pictureOf('coffee.png', 48, 64, 'jpeg'),
  });
  await expect(listed(page)).toHaveCount(3);
  await expect(page.getByText(words('batch.leftOut.title', { count: 2 }))).toBeVisible();
  for (const [name, reason] of [
    ['broken.png', words('batch.leftOut.truncated')],
    ['cat again.png', words('batch.leftOut.twice')],
  ] as const) {
    await expect(page.getByText(words('batch.leftOut.file', { name, reason }))).toBeVisible();
  }

  await studio.pick('upscale-2x-fast');
  // each photo costs one credit
  const total = page.locator('.start-bar').getByText(words('price.credits', { count: 3 }));
  await expect(total).toBeVisible();
  await page.getByRole('button', { name: words('batch.start', { count: 3 }) }).click();

  const finished = words('batch.finished', { results: 3, all: 3 });
  await expect(page.getByRole('heading', { name: finished })).toBeVisible(worked);
  const renewed: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/detail/')) renewed.push(request.url());
  });
  const archive = await savedArchive(page, () =>
    page.getByRole('button', { name: words('batch.archive', { count: 3 }) }).click(),
  );
  expect(archive).toEqual({
    name: 'photos.zip',
    files: [
      ['cat-2x.png', '180x120', 'png'],
      ['coffee-2x.png', '120x80', 'png'],
      ['coffee-2x.jpg', '96x128', 'jpeg'],
    ],
  });
  // the addresses of results expire while the page is open
  expect(new Set(renewed).size).toBe(3);
  await page.goto('/record');
  await expect(page.getByRole('article')).toHaveCount(3);
});

test('a photo of the batch, or all of them, can be cancelled and tried again (R85)', async ({
  page,
}) => {
  const studio = new StudioPage(page);
  const { words } = studio;
  const photo = await pictureOf('coffee.png', 90, 60, 'png');
  // no upload ends, so that all photos stay unfinished
  await page.route('**/storage/**', () => {});
  await studio.open();
  const names = ['a.png', 'b.png', 'c.png', 'd.png', 'e.png', 'x.png', 'y.png'];
  const files = names.map(async (name, at) => [
    name,
    await pictureOf('coffee.png', 40 + at, 30, 'png'),
  ]);
  await chooseFiles(studio, Object.fromEntries(await Promise.all(files)));
  await expect(listed(page)).toHaveCount(7);
  await studio.pick('upscale-2x-fast');
  // the focus moves to the next photo when a photo is removed, and to the one before the last
  const remove = (name: string) =>
    page.getByRole('button', { name: words('batch.remove', { name }) });
  await remove('x.png').press('Enter');
  await expect(remove('y.png')).toBeFocused();
  await remove('y.png').press('Enter');
  await expect(remove('e.png')).toBeFocused();
  await page.getByRole('button', { name: words('batch.start', { count: 5 }) }).click();
  // the page shows the panel, which begins above the place of the pressed button
  const heading = page.getByRole('heading', {
    name: words('batch.progress', { ended: 0, all: 5 }),
  });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  const steps = () => listed(page).evaluateAll((rows) => rows.map((row) => row.dataset.step));
  await expect.poll(steps).toEqual(['working', 'working', 'working', 'waiting', 'waiting']);

  // the next queued photo starts in place of the cancelled photo
  // a double click on a button does not press the button that takes its place
  await page.getByRole('button', { name: words('batch.cancel', { name: 'b.png' }) }).dblclick();
  await expect.poll(steps).toEqual(['working', 'ended', 'working', 'working', 'waiting']);
  // files that are chosen meanwhile are named once
  await chooseFiles(studio, { 'p.png': photo, 'q.png': photo });
  const busy = words('batch.leftOut.busy');
  const name = 'p.png';
  const named = page.getByText(words('batch.leftOut.file', { name, reason: busy }));
  await expect(named).toHaveCount(1);
  await page.getByRole('button', { name: words('batch.cancelAll') }).dblclick();
  await expect.poll(steps).toEqual(['ended', 'ended', 'ended', 'ended', 'ended']);
  await expect(
    page.getByRole('heading', { name: words('batch.finished', { results: 0, all: 5 }) }),
  ).toBeVisible();

  await page.unroute('**/storage/**');
  await page.getByRole('button', { name: words('batch.retry', { name: 'e.png' }) }).click();
  await expect(
    page.getByRole('heading', { name: words('batch.finished', { results: 1, all: 5 }) }),
  ).toBeVisible(worked);
  await page.getByRole('button', { name: words('batch.close') }).click();
  await expect(listed(page)).toHaveCount(0);
});

test('two dropped photos are chosen together (R85)', {
  tag: deepTag,
}, async ({ page }) => {
  const studio = new StudioPage(page);
  await studio.open();
  const data = await page.evaluateHandle(async () => {
    const transfer = new DataTransfer();
    for (const name of ['coffee.webp', 'chelsea.webp']) {
      const photo = await (await fetch(`/samples/${name}`)).blob();
      transfer.items.add(new File([photo], name, { type: photo.type }));
    }
    return transfer;
  });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await expect(
    page.getByRole('button', { name: studio.words('batch.start', { count: 2 }) }),
  ).toBeEnabled();
  await expect(listed(page)).toHaveText([/coffee\.webp/, /chelsea\.webp/]);
});
