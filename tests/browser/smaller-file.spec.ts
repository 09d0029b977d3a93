import { stat } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { photoFile, StudioPage } from './studio-page.ts';
import { expect, test } from './visitor.ts';

/* Code of the function that makes a smaller file on the visitor's device. */

/** Returns a photo of more than 200 kB whose metadata contains a location. */
const largePhoto = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp(photoFile('chelsea.png'))
    .resize(900, 600, { kernel: 'nearest' })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg({ quality: 100 })
    .toBuffer(),
});

const saved = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const path = await download.path();
  const { format, width, height, exif, isProgressive } = await sharp(path).metadata();
  const { size } = await stat(path);
  return {
    path,
    size,
    format,
    width,
    height,
    exif,
    isProgressive,
    name: download.suggestedFilename(),
  };
};

/** Returns the mean difference of two files in levels of 255, at the size of the second file. */
const difference = async (one: string | Buffer, other: string): Promise<number> => {
  const { width, height } = await sharp(other).metadata();
  const pixels = (file: string | Buffer) =>
    sharp(file).resize(width, height).removeAlpha().raw().toBuffer();
  const [a, b] = await Promise.all([pixels(one), pixels(other)]);
  return a.reduce((sum, level, at) => sum + Math.abs(level - (b[at] ?? 0)), 0) / a.length;
};

/** Opens the studio with a photo and selects the smaller file. */
const openSmaller = async (page: Page) => {
  const studio = new StudioPage(page);
  await studio.open();
  const photo = await largePhoto('IMG_2041.jpg');
  await studio.choose(photo);
  await studio.pick('smaller-file');
  const { words } = studio;
  const panel = page.getByRole('group', { name: words('function.smaller-file.name') });
  const save = (format: string) =>
    page.getByRole('button', { name: words('result.save', { format }) });
  await expect(save('JPEG')).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 });
  return { studio, words, panel, save, photo };
};

test('a photo becomes a smaller file on the device, without an upload (R87)', async ({ page }) => {
  const { studio, words, panel, save, photo } = await openSmaller(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    // product events do not contain the photo
    const isEvent = request.url().endsWith('/v1/event/track/log');
    if (request.method() !== 'GET' && !isEvent) sent.push(request.url());
  });
  expect(photo.buffer.length).toBeGreaterThan(220_000);
  await expect(studio.startButton()).toBeHidden();
  await expect(page.getByText(words('file.device'))).toBeVisible();

  await panel.getByText(words('file.limit.usual', { size: '200 kB' })).click();
  await expect(save('JPEG')).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 });
  const jpeg = await saved(page, () => save('JPEG').click());
  expect([jpeg.name, jpeg.format, jpeg.exif]).toEqual(['IMG_2041-small.jpg', 'jpeg', undefined]);
  expect([jpeg.width, jpeg.height]).toEqual([900, 600]);
  // MozJPEG writes progressive files; the canvas of Chromium does not
  expect(jpeg.isProgressive).toBe(true);
  expect(jpeg.size).toBeLessThanOrEqual(200_000);
  expect(jpeg.size).toBeGreaterThan(80_000);
  expect(await difference(photo.buffer, jpeg.path)).toBeLessThan(4);

  await panel.getByText('WebP').click();
  await panel.getByText(words('variant.pixels', { side: '640' })).click();
  await expect(save('WebP')).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 });
  const webp = await saved(page, () => save('WebP').click());
  expect([webp.name, webp.format]).toEqual(['IMG_2041-small.webp', 'webp']);
  expect([webp.width, webp.height]).toEqual([640, 427]);
  expect(await difference(photo.buffer, webp.path)).toBeLessThan(4);

  // the next photo gets the same function, so nothing of it is sent either
  await page.getByRole('button', { name: words('studio.remove') }).click();
  await studio.choose(await largePhoto('IMG_2042.jpg'));
  await expect(save('JPEG')).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 });
  expect(sent).toEqual([]);
});

test('a fully transparent picture becomes a smaller file, too (R87)', async ({ page }) => {
  const { studio, words, save } = await openSmaller(page);
  await page.getByRole('button', { name: words('studio.remove') }).click();
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const empty = sharp({ create: { width: 80, height: 60, channels: 4, background } });
  const buffer = await empty.png().toBuffer();
  await studio.choose({ name: 'empty.png', mimeType: 'image/png', buffer });
  await expect(save('WebP')).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 });
  const webp = await saved(page, () => save('WebP').click());
  expect([webp.name, webp.format]).toEqual(['empty-small.webp', 'webp']);
  const alpha = await sharp(webp.path).extractChannel('alpha').raw().toBuffer();
  expect(new Set(alpha)).toEqual(new Set([0]));
});

test('a smaller file needs no connection once the function was opened (R87)', async ({ page }) => {
  const { words, panel, save } = await openSmaller(page);
  // the codecs of the other formats load in the background
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await panel.getByText('WebP').click();
  await panel.getByText(words('variant.pixels', { side: '640' })).click();
  await expect(save('WebP')).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 });
  const webp = await saved(page, () => save('WebP').click());
  expect([webp.format, webp.width]).toEqual(['webp', 640]);
});
