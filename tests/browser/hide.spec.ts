import sharp from 'sharp';
import { photoFile, StudioPage } from './studio-page.ts';
import { expect, test } from './visitor.ts';

const label = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="60"><rect width="512" height="60" fill="#fff"/><text x="20" y="42" font-size="36" font-family="DejaVu Sans, Arial, sans-serif">B AX 1234</text></svg>`;

const pixelsOf = (picture: Buffer | string) => sharp(picture).removeAlpha().raw().toBuffer();

/** Returns the mean difference of the values of two pictures of the same size. */
function differenceOf(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  let sum = 0;
  for (const [at, value] of one.entries()) sum += Math.abs(value - (other[at] ?? 0));
  return sum / one.length;
}

test('shows before the start what will be hidden, and downloads the same picture (R43)', async ({
  page,
}) => {
  test.slow();
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
  // the engine has a low priority
  await expect(region('regions.text', '1')).toHaveAttribute('aria-pressed', 'true', {
    timeout: 60_000,
  });
  const preview = studio.studio.locator('.regions-photo img');
  const shown = async () => {
    await expect(preview).toHaveAttribute('src', /^data:image/);
    const src = (await preview.getAttribute('src')) ?? '';
    return { src, pixels: await pixelsOf(Buffer.from(src.split(',')[1] ?? '', 'base64')) };
  };
  const whole = await shown();
  // the middle of the face
  expect(whole.pixels[((60 + 115) * 512 + 222) * 3]).toBeLessThan(40);
  await region('regions.face', '1').click();
  await expect(region('regions.face', '1')).toHaveAttribute('aria-pressed', 'false');
  await expect(preview).not.toHaveAttribute('src', whole.src);
  const withoutFace = await shown();
  await studio.start();
  await studio.untilResult();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: words('result.download') }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('IMG_2041-redacted.png');
  const [before, after] = [await pixelsOf(photo), await pixelsOf(await file.path())];
  expect(differenceOf(withoutFace.pixels, after)).toBeLessThan(4);
  expect(differenceOf(whole.pixels, after)).toBeGreaterThan(
    differenceOf(withoutFace.pixels, after),
  );
  const row = 512 * 3;
  const plate = after.subarray(row * 28);
  for (let x = 30; x < 200; x += 1) expect(plate[x * 3]).toBe(24);
  // the name tag on the space suit also counts as text
  expect(after.subarray(row * 62, row * 400).equals(before.subarray(row * 62, row * 400))).toBe(
    true,
  );
});
