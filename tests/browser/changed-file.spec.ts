import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { photoFile, StudioPage } from './studio-page.ts';
import { expect, test } from './visitor.ts';

test('a file that is changed after it was chosen is named, and nothing is charged (R45)', async ({
  page,
}, info) => {
  const studio = new StudioPage(page);
  const file = info.outputPath('cat.png');
  const picture = sharp(photoFile('chelsea.png')).png();
  await writeFile(file, await picture.clone().resize(90, 60).toBuffer());
  await studio.open();
  await studio.studio.locator('input[type=file]').first().setInputFiles(file);
  await studio.pick('upscale-2x-fast');
  await writeFile(file, await picture.resize(120, 80).toBuffer());
  await studio.startButton().click();
  await expect(page.getByText(studio.words('failure.unreadable'))).toBeVisible();
  await page.goto('/record');
  await expect(page.getByRole('article')).toHaveCount(0);
});
