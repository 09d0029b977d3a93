import sharp from 'sharp';
import { estimateNoise } from '../../server/engine/noise/estimate.ts';
import { bundled, changed, dark, rawOf, withNoise } from '../../server/engine/testing/degraded.ts';
import { type Picture, pixelsOf } from '../../server/engine/testing/quality.ts';
import { StudioPage } from './studio-page.ts';
import { expect, expectConsole, test } from './visitor.ts';

/* Tests "Make it better": the texts before the start, and the pixels of the downloaded result. */

const pngOf = async (picture: Picture) => ({
  name: 'poor.png',
  mimeType: 'image/png',
  buffer: await rawOf(picture).png().toBuffer(),
});

const meanOf = ({ rgb }: Picture) => rgb.reduce((sum, value) => sum + value, 0) / rgb.length;

test('the first function lists the repairs that a photo needs, and makes all that are switched on (R10, R43)', async ({
  page,
}) => {
  const studio = new StudioPage(page);
  const { words } = studio;
  const cat = await pixelsOf(
    rawOf(await bundled('chelsea.png')).extract({ left: 60, top: 30, width: 280, height: 200 }),
  );
  const poor = withNoise(changed(cat, dark), 12);
  await studio.open();
  await studio.choose(await pngOf(poor));
  const settings = studio.studio.getByRole('group', { name: words('function.better.name') });
  await expect(settings.getByRole('status')).toHaveText(
    'On this photo, it removes noise, adds light, and doubles the size.',
    { timeout: 30_000 },
  );
  const switchOf = (name: Parameters<typeof words>[0]) =>
    settings.getByRole('switch', { name: words(name) });
  await expect(switchOf('option.better.blocks.label')).toBeDisabled();
  await switchOf('option.better.light.label').press(' ');
  await expect(settings.getByRole('status')).toHaveText(
    'On this photo, it removes noise and doubles the size.',
  );
  const sizes = words('studio.sizeChange', { before: '280 × 200', after: '560 × 400' });
  await expect(studio.studio.getByText(sizes)).toBeAttached();

  await studio.start();
  await studio.untilResult();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: words('result.download') }).click(),
  ]);
  const result = await pixelsOf(sharp(await download.path()));
  expect([result.width, result.height]).toEqual([560, 400]);
  const same = await pixelsOf(rawOf(result).resize(280, 200));
  expect(estimateNoise(poor).sigma).toBeGreaterThan(9);
  expect(estimateNoise(same).sigma).toBeLessThan(3);
  expect(Math.abs(meanOf(same) - meanOf(poor))).toBeLessThan(3);
});

test('a photo that needs nothing leads to the enlargements, and a start is refused without charge (R43, R45)', async ({
  page,
}) => {
  const studio = new StudioPage(page);
  const { words } = studio;
  const photo = await bundled('coffee.png');
  const sharpEdges = await pixelsOf(rawOf(photo).resize(1500, 1001, { kernel: 'nearest' }));
  expectConsole(page, /422/);
  await studio.open();
  await studio.choose(await pngOf(sharpEdges));
  const settings = studio.studio.getByRole('group', { name: words('function.better.name') });
  await expect(settings.getByRole('status')).toHaveText(words('repair.nothing'), {
    timeout: 30_000,
  });
  await settings.getByRole('button', { name: words('repair.enlarge') }).click();
  await expect(studio.studio.locator('input[name="function"][value^="upscale"]')).toBeChecked();

  await studio.pick('better');
  await studio.startButton().click();
  const refusal = page.getByText(words('failure.nothingToImprove'));
  await expect(refusal.first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(words('failure.uncharged')).first()).toBeVisible();
});
