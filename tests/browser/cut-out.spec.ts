import sharp from 'sharp';
import { savedPicture } from './saved-picture.ts';
import { photoFile, StudioPage } from './studio-page.ts';
import { expect, test } from './visitor.ts';

/* Positions in coffee.png as shares of its sides: on the saucer, on the table and in the cup. */
const saucer = { from: [0.2, 0.6], to: [0.2, 0.68] } as const;
const table = { from: [0.92, 0.75], to: [0.92, 0.9] } as const;
const cup = [0.5, 0.3] as const;

const middleOf = ({ from, to }: typeof saucer | typeof table) =>
  [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const;

test('a brush changes a cut-out, whose file has the promised transparency as PNG and as WebP (R43, R44, R87)', async ({
  page,
}) => {
  test.slow();
  const studio = new StudioPage(page);
  const { words } = studio;
  const size = { width: 420, height: 280 };
  const photo = sharp(photoFile('coffee.png')).resize(size.width);
  await studio.open();
  await studio.choose({
    name: 'coffee.png',
    mimeType: 'image/png',
    buffer: await photo.png().toBuffer(),
  });
  await studio.pick('cut-out');
  await expect(
    page.getByRole('radio', { name: words('option.cut-out.background.transparent') }),
  ).toBeChecked();

  await page.getByText(words('option.cut-out.brush.label')).press('Enter');
  const canvas = page.getByRole('application', { name: words('brush.area') });
  await expect(canvas).toBeVisible();
  const draw = async ({ from, to }: typeof saucer | typeof table) => {
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    if (!box) throw new Error('The picture to draw on is not shown');
    const move = ([x, y]: readonly [number, number]) =>
      page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 4 });
    await move(from);
    await page.mouse.down();
    await move(to);
    await page.mouse.up();
  };
  await draw(table);
  await page.getByRole('radio', { name: words('brush.removes'), exact: true }).press(' ');
  await draw(saucer);
  await expect(page.getByText(words('brush.count', { count: 2 }))).toBeVisible();
  await studio.untilPreview();
  await studio.start();
  await studio.untilResult();

  const png = await savedPicture(page, () =>
    page.getByRole('link', { name: words('result.download') }).click(),
  );
  expect(png).toMatchObject({ format: 'png', info: size });
  expect(png.at(middleOf(saucer))[3]).toBe(0);
  const original = await photo.ensureAlpha().raw().toBuffer();
  for (const [x, y] of [middleOf(table), cup]) {
    const pixel = Math.floor(y * size.height) * size.width + Math.floor(x * size.width);
    expect(png.at([x, y])).toEqual([...original.subarray(pixel * 4, pixel * 4 + 4)]);
  }

  const menu = page.getByRole('button', { name: words('result.formats.label') });
  await menu.press('Enter');
  const panel = page.getByRole('group', { name: words('result.formats.label') });
  await panel.getByRole('radio', { name: 'WebP' }).press(' ');
  const save = panel.getByRole('button', { name: words('result.save', { format: 'WebP' }) });
  await expect(save).not.toHaveAttribute('aria-disabled', 'true');
  const webp = await savedPicture(page, () => save.press('Enter'));
  expect(webp).toMatchObject({ format: 'webp', info: size });
  expect(Buffer.compare(webp.alpha, png.alpha)).toBe(0);
});
