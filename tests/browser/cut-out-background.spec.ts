import type { Page } from '@playwright/test';
import AdmZip from 'adm-zip';
import sharp from 'sharp';
import { savedPicture } from './saved-picture.ts';
import { photoFile, StudioPage } from './studio-page.ts';
import { expect, test } from './visitor.ts';

/* Positions in coffee.png as shares of its sides: on the table and in the cup. */
const table = [0.92, 0.75] as const;
const cup = [0.5, 0.3] as const;

const size = { width: 420, height: 280 };

const photo = async () => ({
  name: 'coffee.png',
  mimeType: 'image/png',
  buffer: await sharp(photoFile('coffee.png')).resize(size.width).png().toBuffer(),
});

async function originalAt([x, y]: readonly [number, number]) {
  const pixels = await sharp((await photo()).buffer)
    .ensureAlpha()
    .raw()
    .toBuffer();
  const pixel = Math.floor(y * size.height) * size.width + Math.floor(x * size.width);
  return [...pixels.subarray(pixel * 4, pixel * 4 + 4)];
}

test('the colour that a visitor mixes is behind the cut-out, and in its settings (R43, R44)', async ({
  page,
}) => {
  test.slow();
  const studio = new StudioPage(page);
  const { words } = studio;
  await studio.open();
  await studio.choose(await photo());
  await studio.pick('cut-out');
  await page.getByRole('radio', { name: words('option.own.colour') }).press(' ');
  await page.locator('input[type=color]').fill('#09afc0');
  await expect(page.getByText('#09AFC0')).toBeVisible();
  await studio.untilPreview();
  await studio.start();
  await studio.untilResult();
  await studio.openDetails();
  await expect(page.getByText('#09AFC0')).toBeVisible();
  const picture = await savedPicture(page, () =>
    page.getByRole('link', { name: words('result.download') }).click(),
  );
  expect(picture.info).toMatchObject(size);
  expect(picture.at(table)).toEqual([9, 175, 192, 255]);
  expect(picture.at(cup)).toEqual(await originalAt(cup));
});

const red = { r: 200, g: 30, b: 40 };
const blue = { r: 20, g: 60, b: 210 };
const opaque = ({ r, g, b }: typeof red) => [r, g, b, 255];

/** Returns a picture whose left half is red and whose right half is blue, stored turned. */
async function halves() {
  const create = { width: 400, height: 900, channels: 3 as const, background: blue };
  const left = { create: { ...create, height: 450, background: red } };
  // a quarter turn clockwise puts the lower half to the left
  const buffer = await sharp({ create })
    .composite([{ input: await sharp(left).png().toBuffer(), left: 0, top: 450 }])
    .withMetadata({ orientation: 6 })
    .png()
    .toBuffer();
  return { name: 'halves.png', mimeType: 'image/png', buffer };
}

const ownPicture = (page: Page) => page.locator('[data-actor="ownPicture"]');

test("a visitor's own picture is behind the cut-out; a file that is not a picture is named (R43, R44)", async ({
  page,
}) => {
  test.slow();
  const studio = new StudioPage(page);
  const { words } = studio;
  await studio.open();
  await studio.choose(await photo());
  await studio.pick('cut-out');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('radio', { name: words('option.own.picture') }).click();
  const dialog = await chooser;
  await expect(page.getByText(words('picture.needed'))).toBeVisible();
  await expect(studio.startButton()).toBeDisabled();
  const note = { name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
  await dialog.setFiles(note);
  const reason = words('batch.leftOut.notAnImage');
  await expect(page.getByText(words('picture.refused', { reason }))).toBeVisible();

  await ownPicture(page)
    .locator('input[type=file]')
    .setInputFiles(await halves());
  await expect(ownPicture(page)).toHaveAttribute('data-state', 'ready');
  await expect(ownPicture(page).getByText('halves.png')).toBeVisible();
  await studio.untilPreview();
  await studio.start();
  await studio.untilResult();
  const picture = await savedPicture(page, () =>
    page.getByRole('link', { name: words('result.download') }).click(),
  );
  expect(picture.info).toMatchObject(size);
  expect(picture.at([0.02, 0.05])).toEqual(opaque(red));
  expect(picture.at([0.98, 0.05])).toEqual(opaque(blue));
  expect(picture.at(cup)).toEqual(await originalAt(cup));
});

test('one picture is uploaded once for all photos of a batch (R85)', async ({ page }) => {
  test.setTimeout(360_000);
  const studio = new StudioPage(page);
  const { words } = studio;
  const signed: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/file/notAuthSignature/')) signed.push(request.url());
  });
  const coffee = (width: number) => sharp(photoFile('coffee.png')).resize(width).png().toBuffer();
  await studio.open();
  await studio.studio
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'one.png', mimeType: 'image/png', buffer: await coffee(120) },
      { name: 'two.png', mimeType: 'image/png', buffer: await coffee(90) },
    ]);
  await expect(page.locator('.batch-row')).toHaveCount(2);
  await studio.pick('cut-out');
  await page.getByRole('radio', { name: words('option.own.picture') }).press(' ');
  const start = page.getByRole('button', { name: words('batch.start', { count: 2 }) });
  await expect(start).toBeDisabled();
  await ownPicture(page)
    .locator('input[type=file]')
    .setInputFiles(await halves());
  await expect(ownPicture(page)).toHaveAttribute('data-state', 'ready');
  await start.click();
  const finished = words('batch.finished', { results: 2, all: 2 });
  await expect(page.getByRole('heading', { name: finished })).toBeVisible({ timeout: 240_000 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words('batch.archive', { count: 2 }) }).click(),
  ]);
  const entries = new AdmZip(await download.path()).getEntries();
  expect(entries).toHaveLength(2);
  for (const entry of entries) {
    const { data, info } = await sharp(entry.getData()).raw().toBuffer({ resolveWithObject: true });
    const last = (info.width - 1) * info.channels;
    expect([...data.subarray(0, 3)]).toEqual([red.r, red.g, red.b]);
    expect([...data.subarray(last, last + 3)]).toEqual([blue.r, blue.g, blue.b]);
  }
  expect(signed).toHaveLength(3);
});
