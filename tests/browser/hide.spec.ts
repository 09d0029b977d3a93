import sharp from 'sharp';
import { photoFile, StudioPage } from './studio-page.ts';
import { expect, test } from './visitor.ts';

const label = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="60"><rect width="512" height="60" fill="#fff"/><text x="20" y="42" font-size="36" font-family="DejaVu Sans, Arial, sans-serif">B AX 1234</text></svg>`;

const pixelsOf = (picture: Buffer | string) => sharp(picture).removeAlpha().raw().toBuffer();

test('hides a number plate, leaves a chosen face visible, and changes no other pixel (R43)', async ({
  page,
}) => {
  const studio = new StudioPage(page);
  const { words } = studio;
  await studio.open();
  const photo = await sharp(photoFile('astronaut.png'))
    .removeAlpha()
    .extend({ top: 60, background: '#fff' })
    .composite([{ input: Buffer.from(label), left: 0, top: 0 }])
    .png()
    .toBuffer();
  await studio.choose({ name: 'IMG_2041.png', mimeType: 'image/png', buffer: photo });
  await studio.pick('face-blur');
  await studio.studio.getByRole('radio', { name: words('option.face-blur.kind.solid') }).press(' ');
  await studio.studio.getByRole('button', { name: words('regions.find') }).click();
  const region = (id: 'regions.face' | 'regions.text', number: string) =>
    studio.studio.getByRole('button', { name: words(id, { number }) });
  await expect(region('regions.text', '1')).toHaveAttribute('aria-pressed', 'true');
  await region('regions.face', '1').click();
  await expect(region('regions.face', '1')).toHaveAttribute('aria-pressed', 'false');
  await studio.start();
  await studio.untilResult();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: words('result.download') }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('IMG_2041-redacted.png');
  const [before, after] = [await pixelsOf(photo), await pixelsOf(await file.path())];
  const row = 512 * 3;
  const plate = after.subarray(row * 28);
  for (let x = 30; x < 200; x += 1) expect(plate[x * 3]).toBe(24);
  // the name tag on the space suit also counts as text
  expect(after.subarray(row * 62, row * 400).equals(before.subarray(row * 62, row * 400))).toBe(
    true,
  );
});
