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
  await expect(page.getByText('#09AFC0')).toBeVisible();
  const picture = await savedPicture(page, () =>
    page.getByRole('link', { name: words('result.download') }).click(),
  );
  expect(picture.info).toMatchObject(size);
  expect(picture.at(table)).toEqual([9, 175, 192, 255]);
  expect(picture.at(cup)).toEqual(await originalAt(cup));
});
