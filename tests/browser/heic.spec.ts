import { StudioPage } from './studio-page.ts';
import { expect, test } from './visitor.ts';

/** Returns the head of a HEIC, which Chromium cannot decode. */
const heic = () => ({
  name: 'IMG_2041.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
});

test('a browser that cannot open HEIC says so before and after the choice (R42)', async ({
  page,
}) => {
  const studio = new StudioPage(page);
  await studio.open();
  await expect(studio.studio.getByText(studio.words('drop.formats'))).toBeVisible();
  const input = studio.studio.locator('input[type=file]').first();
  await expect(input).toHaveAttribute('accept', /^image\/jpeg,(?!.*heic)/);

  await studio.choose(heic());
  await expect(studio.studio.getByText(studio.words('problem.format'))).toBeVisible();
});
